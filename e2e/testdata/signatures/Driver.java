import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Driver {
    public static void main(String[] a) throws GeneralSecurityException {
        Map<String, String> headers = Map.of("webhook-id", a[1], "webhook-timestamp", a[2], "webhook-signature", a[3]);
        System.out.print(verify(a[0], headers, a[4].getBytes(StandardCharsets.UTF_8)));
    }

    // snippet
}
