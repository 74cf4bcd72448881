// snippet
const [secret, id, timestamp, signature, body] = process.argv.slice(2);
process.stdout.write(String(verify(secret, { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature }, Buffer.from(body))));
