/** Writes a JSON text of about this many bytes, to stand at one place of a body. */
export type WriteCostlyJson = (bytes: number) => string

// Texts that are expensive to search, match, normalize, sort, parse, evaluate or sanitize when they
// are repeated.
const UNITS: readonly string[] = [
  ' ',
  'a',
  '1',
  '0.',
  '-',
  '_',
  'a@',
  'a.',
  'A ',
  'a-',
  '\t\n',
  '\r\n',
  '[',
  '{"',
  '[{},',
  '[1,',
  '"\\",',
  // Letters that normalization or a change of case makes longer, reorders or combines.
  '遥',
  '９',
  'ﷺ',
  'İ',
  'ß',
  '\u1100\u1161\u11a8',
  '\u0301',
  'e\u0301',
  'a\u0315\u0300\u05ae\u0323',
  '\u202e',
  '\u2067a\u2069',
  '\u200b',
  '\ufeff',
  '\u3000',
  '\u{1F469}\u200d',
  '\u{1F1E8}',
  '\u{20000}',
  '\ud800',
  '\udc00',
  '\u0000',
  '\u2028',
  '\\',
  '"',
  "'",
  '%',
  '%_',
  '\\%',
  ' & ',
  ' | ',
  '<b>',
  '<a href=x>',
  '<p class="',
  '<table><tr><td>',
  '<!--',
  '<![CDATA[',
  '<svg><math>',
  '&amp;',
  '&#x26;',
  '&',
  '<img src="data:image/png;base64,AAAA">',
  'style="color:red;',
  'https://a/',
  'http://[::',
  '//',
  '../',
  'a=b;',
  '2026-08-20,',
  '2026-08-20 ',
  '23:59-',
  '08:00-08:45，',
  '1-2,',
  '10.0.0.0/8\n',
  '2001:db8::',
  // Parts of the languages of forms, templates and regular expressions.
  '(',
  '((',
  '(a',
  '(a+)+',
  '(a|a)*',
  '.*',
  'a?',
  'x{9}',
  '[a-z]',
  '\\w*',
  '(?=a',
  'not(',
  'if(1,1,',
  '1 + ',
  '1 = ',
  '-(',
  "concat('a',",
  "'a' or ",
  '${a}',
  '${a} + ',
  '${',
  '{{',
  'selected(${a},',
  "regex(., '",
  'sum(${a}) * ',
  '. > 1 and ',
  'text a\n',
  'S990001\n',
  '990001,',
  'T1001 ',
  '%41',
  '+',
  '=?utf-8?b?',
  'AAAA',
  'eyJ',
]
const HEADS = ['', '', '', 'a', '=', '"', '{', '2026-08-20', 'https://', '${', '(', '0.', '1e', '-']
const TAILS = ['', '', '', '!', '\n', '"', 'a', '1', ')', '}', '@x', '\u0000']

/** One of the costly texts: a repeated unit between a beginning and an end. */
export function costlyText(at: number): (bytes: number) => string {
  const unit = UNITS[at % UNITS.length] ?? ' '
  const head = HEADS[Math.floor(at / UNITS.length) % HEADS.length] ?? ''
  const tail = TAILS[Math.floor(at / UNITS.length / HEADS.length) % TAILS.length] ?? ''
  const unitBytes = Buffer.byteLength(JSON.stringify(unit)) - 2
  return (bytes) => head + unit.repeat(Math.max(1, Math.floor(bytes / unitBytes))) + tail
}

const times = (text: string, bytes: number) =>
  text.repeat(Math.max(1, Math.floor(bytes / text.length)))

/** Costly values that are no plain texts, by their names. */
export const COSTLY_VALUES: Readonly<Record<string, WriteCostlyJson>> = {
  'many small records': (bytes) => `[${times('{},', bytes)}{}]`,
  'many small lists': (bytes) => `[${times('[],', bytes)}[]]`,
  'many small numbers': (bytes) => `[${times('1,', bytes)}1]`,
  'many empty texts': (bytes) => `[${times('"",', bytes)}""]`,
  'many different texts': (bytes) => JSON.stringify(numbered(bytes / 9, (n) => `k${n}`)),
  'many nulls': (bytes) => `[${times('null,', bytes)}null]`,
  'many long numbers': (bytes) => `[${times(`${'9'.repeat(300)}e-300,`, bytes)}1]`,
  'a long number': (bytes) => '9'.repeat(Math.max(1, bytes)),
  'a long fraction': (bytes) => `0.${'0'.repeat(Math.max(1, bytes))}1`,
  'a large exponent': (bytes) => `1e${'0'.repeat(Math.max(0, bytes - 5))}308`,
  'many keys': (bytes) => `{${numbered(bytes / 14, (n) => `"k${n}":{}`).join(',')}}`,
  'many keys that are numbers': (bytes) =>
    `{${numbered(bytes / 12, (n) => `"${n * 7919}":1`).join(',')}}`,
  'a long key': (bytes) => `{"${'k'.repeat(bytes)}":1}`,
  'one key many times': (bytes) => `{${times('"a":1,', bytes)}"a":1}`,
  'lists as deep as allowed': (bytes) => deep('[', ']', bytes),
  'records as deep as allowed': (bytes) => deep('{"a":', '}', bytes),
  'deeper lists': (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
  'records in JSON text': (bytes) => JSON.stringify(`[${times('{},', bytes)}{}]`),
  'deep lists in JSON text': (bytes) => JSON.stringify(`${'['.repeat(bytes / 2)}1`),
  'nested JSON text': (bytes) => {
    let text = '[1]'
    while (text.length * 2 < bytes) text = JSON.stringify([text, text])
    return JSON.stringify(text)
  },
  'identifiers of others in JSON text': (bytes) =>
    JSON.stringify(`[${times('{"stuCode":"S990002"},', bytes)}1]`),
  escapes: (bytes) => `"${times(String.raw`\n`, bytes)}"`,
  'escaped letters': (bytes) => `"${times(String.raw`\u4f60`, bytes)}"`,
  blanks: (bytes) => `${' '.repeat(bytes)}1`,
}

const numbered = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, n) => make(n))

// Nine levels, which fit at any place of a body, side by side.
const deep = (open: string, close: string, bytes: number) => {
  const column = `${open.repeat(9)}1${close.repeat(9)}`
  return `[${times(`${column},`, bytes)}${column}]`
}

/** Whole bodies that are no valid JSON of any call, by their names. */
export const COSTLY_BODIES: Readonly<Record<string, WriteCostlyJson>> = {
  ...Object.fromEntries(
    Object.entries(COSTLY_VALUES).map(([name, write]) => [
      name,
      (bytes: number) => `{"x":${write(bytes)}}`,
    ]),
  ),
  'an unfinished text': (bytes) => `{"x":"${'a'.repeat(bytes)}`,
  'an unfinished list': (bytes) => `{"x":[${times('1,', bytes)}`,
  'no UTF-8': (bytes) => `{"x":"${'\u00ff'.repeat(bytes / 2)}"}`,
  backslashes: (bytes) => `{"x":"${'\\'.repeat(bytes)}"}`,
  'nothing but blanks': (bytes) => ' '.repeat(bytes),
}

/** Bodies of form fields, by their names. */
export const COSTLY_FORMS: Readonly<Record<string, WriteCostlyJson>> = Object.fromEntries(
  ['a&', '%41', '%', '+', 'a=1&', '%e4%bd%a0', '=', '&', 'a[]=1&', '%ff'].map((unit) => [
    unit,
    (bytes: number) => times(unit, bytes),
  ]),
)

/** The bytes of the longest costly header. Node.js refuses headers above 16 KB together. */
export const LONGEST_HEADER = 12 * 1024

/** The headers that the server reads, each with a beginning that the server accepts. */
export const READ_HEADERS: readonly (readonly [name: string, start: string])[] = [
  ['accept-language', ''],
  ['accept-language', 'en;q=0.1,'],
  ['accept-encoding', 'gzip,'],
  ['authorization', ''],
  ['authorization', 'Bearer baodao_'],
  ['content-type', 'application/json;'],
  ['content-type', 'multipart/form-data; boundary='],
  ['cookie', 'look='],
  ['cookie', 'device='],
  ['cookie', 'language='],
  ['cookie', ''],
  ['idempotency-key', ''],
  ['if-match', '"'],
  ['if-none-match', 'W/"'],
  ['if-modified-since', ''],
  ['origin', 'https://'],
  ['range', 'bytes='],
  ['referer', 'https://'],
  ['sec-fetch-site', ''],
  ['user-agent', 'Mozilla/5.0 '],
  ['words-age', '1'],
  ['x-forwarded-for', ''],
]

const HEADER_UNITS = [
  ' ',
  'a',
  '1',
  ',',
  ';',
  'a,',
  'a;',
  'en;q=0.5,',
  '=',
  '"',
  'a=b; ',
  'look=a; ',
  '%',
  '%e4%bd%a0',
  '\u00ff',
  '10.0.0.1, ',
  '::',
  '/',
  '*',
  '\\',
  '0-1,',
  '"a", ',
  '\t',
  '(',
]

/** A costly text of bytes that a header can contain. */
export const costlyHeader =
  (at: number) =>
  (bytes: number): string =>
    times(HEADER_UNITS[at % HEADER_UNITS.length] ?? ' ', bytes)
