import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Driver {
    public static void main(String[] a) throws GeneralSecurityException {
        Map<String, String> headers = new HashMap<>(Map.of("host", a[2]));
        for (int i = 5; i < a.length; i += 2) {
            headers.put(a[i], a[i + 1]);
        }
        System.out.print(verify(a[0], a[1], a[3], headers, a[4].getBytes(StandardCharsets.UTF_8)));
    }

    // snippet
}
