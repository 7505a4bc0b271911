import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { weighBuild } from '../../build/part-sizes.ts'

const FOLDER = 'dist/app'
const files = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(js|css|html|json|webmanifest)$/.test(entry.name))
  .map((entry) => ({
    name: entry.name,
    text: readFileSync(join(entry.parentPath, entry.name), 'utf8'),
  }))

/** Patterns of a payment secret and of signing code in a bundler's output. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  'a key in a file': /-----BEGIN [A-Z ]*KEY/,
  'the name of a secret':
    /WECHAT(PAY)?_[A-Z]{2}|API_?KEY|APP_?SECRET|([aA]pi|[mM]ch|[pP]artner)_?[kK]ey|[aA]pp_?[sS]ecret/,
  // The payment service's APIv3 key has 32 letters and digits.
  'a secret of 32 letters': /["'`](?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{32}["'`]/,
  'MD5, by its name or its constants': /\bmd5\b|1732584193|0x67452301|3614090360|-680876936/i,
  'SHA-256 written by hand, by its constants': /1779033703|0x6a09e667|1116352408/i,
  'a keyed hash or a signature by the browser': /\bHMAC\b|RSASSA|RSA-PSS|subtle\s*\.\s*sign\b/i,
}
const found = (texts: typeof files) =>
  Object.entries(SIGNS).flatMap(([what, sign]) =>
    texts.filter(({ text }) => sign.test(text)).map(({ name }) => `${what}: ${name}`),
  )

test('the built app contains no payment secret and no code that could sign a payment [FEE-43 FEE-33 D-61]', () => {
  expect(files.length).toBeGreaterThan(100)
  // The phone's own key signs its student's pass, and sealing a scan derives a key. A page without
  // WebCrypto hashes the files of a form by a library. None of these can sign a payment.
  const known =
    /^(a keyed hash or a signature by the browser: (home\.PassDialog|contract\.sealed-scan)|SHA-256 written by hand, by its constants: sha2)\.js$/
  expect(found(files).filter((one) => !known.test(one))).toEqual([])
  const pass = files.find(({ name }) => name === 'home.PassDialog.js')?.text ?? ''
  expect(pass.match(/subtle\s*\.\s*sign\b/g)).toHaveLength(1)
  expect(pass).toMatch(/ECDSA/)
  const scan = files.find(({ name }) => name === 'contract.sealed-scan.js')?.text ?? ''
  expect(scan).not.toMatch(/subtle\s*\.\s*sign\b/)
  // HKDF uses HMAC with the phone's own shared secret; no other code signs.
  const keyed = scan.match(/\.sign\([^,]*/g) ?? []
  expect(keyed.length).toBeGreaterThan(0)
  for (const one of keyed) expect(one).toMatch(/^\.sign\([`"']HMAC[`"']$/)
  // The app passes on the server's signature.
  expect(files.some(({ text }) => text.includes('paySign'))).toBe(true)
})

test('no part of the built app is larger than its limit', async () => {
  const parts = await weighBuild(FOLDER)
  expect(parts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['first load', 'worker', 'kept on every phone', 'pack: newcomer']),
  )
  expect(parts.filter(({ bytes, limit }) => bytes > limit)).toEqual([])
})

test('the scripts of the first visit and of the first sheet request eager compilation', () => {
  const asks = files.filter(({ text }) => text.startsWith('//# allFunctionsCalledOnLoad\n'))
  const names = asks.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['first.js', 'frame.js']))
  // The chunks with the dialogs' code, which makes the rest of the page inert.
  const dialogs = files.filter(({ text }) => text.includes('data-base-ui-inert'))
  expect(dialogs.length).toBeGreaterThan(0)
  expect(names).toEqual(expect.arrayContaining(dialogs.map(({ name }) => name)))
})

test('the check for signing code recognizes a signing client in a bundler’s output [FEE-43]', () => {
  const original = [
    'const k="4f3a9c0d1e2b5a6978c0ffee12345678",s=e=>md5(e+"&key="+k).toUpperCase()',
    'var a=1732584193,b=-271733879',
    'crypto.subtle.importKey("raw",k,{name:"HMAC",hash:"SHA-256"},!1,["sign"])',
    'const p="-----BEGIN PRIVATE KEY-----\\nMIIE"',
    'var H=[1779033703,3144134277]',
    'const o={mchKey:"x"}',
  ]
  const seen = new Set(original.flatMap((text) => found([{ name: '', text }])))
  expect([...seen].map((one) => one.slice(0, -2)).toSorted()).toEqual(Object.keys(SIGNS).toSorted())
})
