# frozen_string_literal: true

# OmniAuth in a Rack site: /login, /auth/openid_connect/callback, and /me for those who are signed in.

require 'omniauth_openid_connect'
require 'rack'
require 'rack/handler/webrick'
require 'rack/protection'

PORT = Integer(ENV.fetch('PORT'))

# The session adds its cookie to what it is given.
def answer(status, type, body)
  [status, { 'Content-Type' => type }, [body]]
end

SITE = Rack::Builder.new do
  use Rack::Session::Cookie, secret: 'of one run of a test, and long enough: 0123456789abcdef0123456789abcdef'
  use OmniAuth::Builder do
    provider :openid_connect,
             issuer: ENV.fetch('OAUTH_ISSUER'), discovery: true, scope: ENV.fetch('OAUTH_SCOPE').split.map(&:to_sym),
             client_options: {
               identifier: ENV.fetch('OAUTH_CLIENT_ID'), secret: ENV.fetch('OAUTH_CLIENT_SECRET'),
               redirect_uri: "http://127.0.0.1:#{PORT}/auth/openid_connect/callback"
             }
  end
  run(lambda do |env|
    session = env['rack.session']
    case env['PATH_INFO']
    when '/login'
      token = Rack::Protection::AuthenticityToken.token(session)
      answer(200, 'text/html',
             "<form action='/auth/openid_connect' method='post'>" \
             "<input type='hidden' name='authenticity_token' value='#{token}'><button>Sign in</button></form>")
    when '/auth/openid_connect/callback'
      session[:user] = env['omniauth.auth'].uid
      [302, { 'Location' => '/me' }, []]
    when '/auth/failure' then answer(400, 'text/plain', Rack::Request.new(env).params['message'].to_s)
    when '/me'
      next answer(401, 'text/plain', 'Nobody is signed in.') unless session[:user]

      answer(200, 'text/plain', session[:user])
    else answer(404, 'text/plain', '')
    end
  end)
end.to_app

quiet = WEBrick::Log.new($stderr, WEBrick::Log::WARN)
Rack::Handler::WEBrick.run(SITE, Host: '127.0.0.1', Port: PORT, AccessLog: [], Logger: quiet)
