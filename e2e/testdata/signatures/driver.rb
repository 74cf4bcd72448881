# snippet
secret, id, timestamp, signature, body = ARGV
print verify(secret, { "webhook-id" => id, "webhook-timestamp" => timestamp, "webhook-signature" => signature }, body)
