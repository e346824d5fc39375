import java.io.FileInputStream;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Judges a server's certificate as Java's TLS does: Judge CA CERTIFICATE. */
public class Judge {
  public static void main(String[] files) throws Exception {
    CertificateFactory certificates = CertificateFactory.getInstance("X.509");
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry("understudy", certificates.generateCertificate(new FileInputStream(files[0])));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(store);
    X509Certificate[] chain = {(X509Certificate) certificates.generateCertificate(new FileInputStream(files[1]))};
    ((X509TrustManager) trust.getTrustManagers()[0]).checkServerTrusted(chain, "ECDHE_ECDSA");
  }
}
