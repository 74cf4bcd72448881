// Reads {keys, method, url, headers} from standard input, keys being those of a JWKS, and verifies the HTTP message signature; exit
// status 0 if it verifies, 1 if not.
const { createPublicKey, verify } = require("node:crypto");
const { httpbis } = require("http-message-signatures");

let input = "";
process.stdin.on("data", (chunk) => { input += chunk; });
process.stdin.on("end", async () => {
  const { keys, method, url, headers } = JSON.parse(input);
  const keyLookup = async ({ keyid }) => {
    const jwk = keys.find((k) => k.kid === keyid);
    if (!jwk) return null;
    const key = createPublicKey({ key: jwk, format: "jwk" });
    return { id: keyid, algs: ["ed25519"], verify: async (data, signature) => verify(null, data, key, signature) };
  };
  try {
    const ok = await httpbis.verifyMessage(
      { keyLookup, maxAge: 300, requiredFields: ["@method", "@authority", "@path", "content-digest", "x-webhook-id"] },
      { method, url, headers },
    );
    process.exit(ok === true ? 0 : 1);
  } catch (error) {
    process.stderr.write(error.message);
    process.exit(1);
  }
});
