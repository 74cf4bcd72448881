<?php
// snippet
[, $secret, $id, $timestamp, $signature, $body] = $argv;
$headers = ['webhook-id' => $id, 'webhook-timestamp' => $timestamp, 'webhook-signature' => $signature];
echo verify($secret, $headers, $body) ? 'true' : 'false';
