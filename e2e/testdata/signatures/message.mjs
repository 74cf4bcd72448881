// snippet
const [publicKey, method, host, url, body, ...fields] = process.argv.slice(2);
const headers = { host };
for (let i = 0; i < fields.length; i += 2) headers[fields[i]] = fields[i + 1];
process.stdout.write(String(verify(publicKey, { method, url, headers }, Buffer.from(body))));
