# frozen_string_literal: true

# OmniAuth in a Rack site, and the oauth2 gem alone.

require 'json'
require 'minitest/autorun'
require 'net/http'
require 'oauth2'
require 'omniauth'
require 'omniauth-azure-activedirectory-v2'
require 'omniauth_openid_connect'
require 'open3'
require 'rack'
require 'rack/test'
require 'uri'

CALLBACK = 'http://127.0.0.1:7999/cb'
ORIGIN = 'http://127.0.0.1:7999'
SECRET = 'understudy-secret-0123456789'
OmniAuth.config.logger = Logger.new(IO::NULL)

# The front channel, and a server that is as it was when it started.
module Front
  def setup
    answer = Net::HTTP.post(URI("#{ENV.fetch('UNDERSTUDY_URL')}/_understudy/sandboxes/default/reset"), '')
    assert_equal '200', answer.code
  end

  def visit(url, *options)
    person = ['--as', 'alice', '--password', 'wonderland']
    place, said, status = Open3.capture3(ENV.fetch('TOOL'), 'visit', url, *person, *options)
    assert_includes options.empty? ? [0] : [1], status.exitstatus, said
    place.strip
  end
end

class OmniAuthTest < Minitest::Test
  include Front
  include Rack::Test::Methods

  SITE = Rack::Builder.new do
    use Rack::Session::Cookie, secret: 'of a test, and long enough for the cookie to be taken: 0123456789abcdef'
    use OmniAuth::Builder do
      provider :openid_connect,
               issuer: 'https://standard.test', discovery: true, scope: %i[openid profile email],
               client_options: {
                 identifier: 'website', secret: SECRET, redirect_uri: "#{ORIGIN}/auth/openid_connect/callback"
               }
      provider :azure_activedirectory_v2,
               client_id: '22222222-3333-4444-8555-666666666666', client_secret: SECRET,
               base_azure_url: 'https://kidventusb2c.b2clogin.com',
               tenant_id: 'kidventusb2c.onmicrosoft.com/B2C_1_signupsignin',
               scope: 'openid https://kidventusb2c.onmicrosoft.com/tasks/read'
    end
    run(lambda do |env|
      told = case env['PATH_INFO']
             when '/' then { token: Rack::Protection::AuthenticityToken.token(env['rack.session']) }
             when %r{\A/auth/failure} then { failure: Rack::Request.new(env).params['message'] }
             else env['omniauth.auth'].slice('provider', 'uid', 'info')
             end
      [200, { 'Content-Type' => 'application/json' }, [told.to_json]]
    end)
  end.to_app

  def app
    SITE
  end

  # To the provider, and as far as its redirect back.
  def go(provider, *options)
    get "#{ORIGIN}/"
    post "#{ORIGIN}/auth/#{provider}", authenticity_token: told['token']
    assert_equal 302, last_response.status
    place = visit(last_response['Location'], *options)
    assert place.start_with?("#{ORIGIN}/auth/#{provider}/callback?"), place
    place
  end

  def told
    follow_redirect! if last_response.redirect?
    assert_equal 200, last_response.status
    JSON.parse(last_response.body)
  end

  def test_standard
    get go('openid_connect')
    assert_equal 'openid_connect', told['provider']
    info = told['info']
    assert_equal ['Alice Liddell', 'alice@example.test', 'Alice'], info.values_at('name', 'email', 'first_name')
  end

  def test_b2c
    get go('azure_activedirectory_v2')
    assert_equal '884408e1-2918-4cc0-b12d-3aa027d7563b', told['uid']
    assert_equal 'Alice Liddell', told['info']['name']
  end

  def test_denial
    %w[openid_connect azure_activedirectory_v2].each do |provider|
      setup
      get go(provider, '--deny')
      assert_equal({ 'failure' => 'access_denied' }, told)
    end
  end

  def test_callback_of_another_browser
    %w[openid_connect azure_activedirectory_v2].each do |provider|
      place = go(provider)
      clear_cookies
      get place
      assert_equal({ 'failure' => 'csrf_detected' }, told)
    end
  end
end

class OAuth2Test < Minitest::Test
  include Front

  def client(secret = SECRET)
    OAuth2::Client.new(
      '7999001', secret, site: 'https://oauth.vk.com', authorize_url: '/authorize', token_url: '/access_token',
                         auth_scheme: :request_body
    )
  end

  def code
    place = visit(client.auth_code.authorize_url(redirect_uri: CALLBACK, state: 'a b', scope: 'email'))
    answered = URI.decode_www_form(URI(place).query).to_h
    assert_equal 'a b', answered['state']
    answered.fetch('code')
  end

  def test_vk
    token = client.auth_code.get_token(code, redirect_uri: CALLBACK)
    assert_equal [1, 'alice@example.test'], token.params.values_at('user_id', 'email')
    assert_predicate token, :expires?
    told = token.get('https://api.vk.com/method/users.get',
                     params: { v: '5.131', fields: 'screen_name', access_token: token.token }).parsed
    assert_equal([[1, 'alice']], told['response'].map { |person| person.values_at('id', 'screen_name') })
  end

  def test_refusals
    once = code
    wrong = assert_raises(OAuth2::Error) { client('another secret').auth_code.get_token(once, redirect_uri: CALLBACK) }
    assert_equal ['invalid_client', 401], [wrong.code, wrong.response.status]
    client.auth_code.get_token(once, redirect_uri: CALLBACK)
    spent = assert_raises(OAuth2::Error) { client.auth_code.get_token(once, redirect_uri: CALLBACK) }
    assert_equal ['invalid_grant', 'Code is invalid or expired.'], [spent.code, spent.description]
  end
end
