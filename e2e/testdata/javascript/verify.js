// Reads {secret, headers, body} from standard input; exit status 0 if the signature verifies, 1 if not.
const { Webhook } = require("standardwebhooks");

let input = "";
process.stdin.on("data", (chunk) => { input += chunk; });
process.stdin.on("end", () => {
  const { secret, headers, body } = JSON.parse(input);
  try {
    const event = new Webhook(secret).verify(body, headers);
    process.stdout.write(event.type);
  } catch (error) {
    process.stderr.write(error.message);
    process.exit(1);
  }
});
