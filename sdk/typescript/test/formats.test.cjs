// The package in both formats of modules, as its package.json says.
const assert = require('node:assert/strict')
const { readFileSync } = require('node:fs')
const { test } = require('node:test')
const required = require('partnerline')
const metadata = require('partnerline/package.json')

test('require and import have the same exports', async () => {
  const imported = await import('partnerline')
  assert.deepEqual(Object.keys(required).sort(), Object.keys(imported).filter((k) => k !== 'default' && k !== 'module.exports').sort())
  assert.equal(required.version, metadata.version)
})

test('nothing is needed at run time', () => assert.equal(metadata.dependencies, undefined))

test('an aborted call ends with the reason of its signal', async () => {
  const stop = new AbortController()
  const client = new required.Partnerline('pk_test_0', {
    partnerConnectURL: 'http://connect.example.com',
    fetch: async () => {
      stop.abort(new Error('enough'))
      throw new TypeError('fetch failed')
    },
  })
  await assert.rejects(client.me.get({ signal: stop.signal }), /enough/)
})

test('a wait ends when its call is aborted', async () => {
  const stop = new AbortController()
  const client = new required.Partnerline('pk_test_0', {
    partnerConnectURL: 'http://connect.example.com',
    fetch: async () => {
      queueMicrotask(() => setImmediate(() => stop.abort(new Error('enough'))))
      return new Response('{}', { status: 503, headers: { 'Retry-After': '60' } })
    },
  })
  await assert.rejects(client.me.get({ signal: stop.signal }), /enough/)
})

test('a file may be a stream', async () => {
  let form
  const client = new required.Partnerline('pk_test_0', {
    partnerConnectURL: 'http://connect.example.com',
    fetch: async (_, init) => {
      form = init.body
      return new Response('{}', { status: 201 })
    },
  })
  const { createReadStream } = require('node:fs')
  await client.documents.upload('mrc_1', { file: createReadStream(__filename), filename: 'a.pdf' })
  assert.equal(await form.get('file').text(), readFileSync(__filename, 'utf8'))
})
