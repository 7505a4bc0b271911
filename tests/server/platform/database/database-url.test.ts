import { describe, expect, test } from 'vitest'
import { readDatabaseUrl } from '#server/platform/database/driver/database-url'

describe('DATABASE_URL is read as PostgreSQL’s own programs read it', () => {
  const read = (url: string) => readDatabaseUrl(`postgres://${url}`)

  const host = (name?: string, port?: number) => ({ host: name, port })
  const meant: [string, object][] = [
    ['u:p%40%2F%23%3A@h/db', { user: 'u', password: 'p@/#:', database: 'db' }],
    ['u:p#w?d@h/db', { password: 'p#w?d' }],
    ['h', { addresses: [{ host: 'h', port: undefined }], user: undefined, target: 'any' }],
    ['u@[::1]:5/db', { addresses: [{ host: '::1', port: 5 }] }],
    ['/db?host=/run/pg&port=6', { addresses: [{ host: '/run/pg', port: 6 }], database: 'db' }],
    ['u@%2Frun%2Fpg/db', { addresses: [{ host: '/run/pg', port: undefined }] }],
    [
      'u@a:1,b/db',
      {
        addresses: [
          { host: 'a', port: 1 },
          { host: 'b', port: undefined },
        ],
        target: 'read-write',
      },
    ],
    ['u@a,b/db?target_session_attrs=any&connect_timeout=2', { target: 'any', connectMs: 2000 }],
    ['h', { tls: { requirement: 'preferred', options: { rejectUnauthorized: false } } }],
    ['h?sslmode=disable', { tls: { requirement: 'disabled' } }],
    // Empty parts count as missing.
    [':@:/', { addresses: [{ host: undefined, port: undefined }], user: undefined }],
    [':@h/', { user: undefined, password: undefined, database: undefined, options: undefined }],
    ['h/db?', { database: 'db', connectMs: undefined, channelBinding: false }],
    ['h/db?&&dbname=', { database: undefined }],
    // A later value overrides an earlier one, wherever both stand.
    ['u:p@h/db?user=v&password=q%26%3D=&dbname=e', { user: 'v', password: 'q&==', database: 'e' }],
    ['a:1?host=b,c&port=7', { addresses: [host('b', 7), host('c', 7)], target: 'read-write' }],
    ['h?host=b,c&port=7,8', { addresses: [host('b', 7), host('c', 8)] }],
    ['a:1,b?port=7,', { addresses: [host('a', 7), host('b', undefined)] }],
    ['a,,b:65535', { addresses: [host('a'), host(undefined), host('b', 65_535)] }],
    ['[fe80::1%25eth0]:5/db', { addresses: [host('fe80::1%eth0', 5)] }],
    ['a,b?target_session_attrs=primary', { target: 'primary' }],
    ['h?target_session_attrs=read-write', { target: 'read-write' }],
    ['h?options=-c%20geqo%3Doff', { options: '-c geqo=off' }],
    ['h?connect_timeout=0', { connectMs: undefined }],
    ['h?connect_timeout=9999', { connectMs: 9_999_000 }],
    ['h?channel_binding=prefer', { channelBinding: true }],
    ['h?channel_binding=disable', { channelBinding: false }],
    ['h?client_encoding=utf8', {}],
    ['h?client_encoding=UTF-8', {}],
    ['h?client_encoding=auto', {}],
    ['h?load_balance_hosts=disable&gssencmode=prefer&sslnegotiation=postgres', {}],
    [
      'h?application_name=a&fallback_application_name=b&keepalives=1&keepalives_idle=1&keepalives_interval=1&keepalives_count=1&tcp_user_timeout=1&sslsni=1&sslcompression=0&uselibpqcompat=true',
      {},
    ],
    ['h?ssl=true', { tls: { requirement: 'required', options: { rejectUnauthorized: false } } }],
    [
      'h?sslmode=require',
      { tls: { requirement: 'required', options: { rejectUnauthorized: false } } },
    ],
  ]
  for (const [url, what] of meant)
    test(`DATABASE_URL is understood: ${url}`, () => {
      const found = read(url)
      // For a URL that is not understood, the result would be a message.
      expect(found).toBeTypeOf('object')
      expect(found).toMatchObject(what)
    })

  test('DATABASE_URL is understood with the scheme postgres or postgresql, and with spaces around it', () => {
    for (const url of ['postgres://h/db', 'postgresql://h/db', ' postgres://h/db\n'])
      expect(readDatabaseUrl(url)).toMatchObject({ database: 'db', addresses: [host('h')] })
  })

  test('only sslmode=verify-full checks the server’s name', () => {
    expect(read('h?sslmode=verify-full&sslrootcert=system')).toMatchObject({
      tls: { requirement: 'required', options: {} },
    })
    expect(JSON.stringify(read('h?sslmode=verify-full'))).not.toContain('rejectUnauthorized')
  })

  const code =
    'DATABASE_URL is not understood; in its name and password write @ as %40, / as %2F, : as %3A, # as %23, ? as %3F and % as %25.'
  const place =
    'DATABASE_URL: each host must be a name or an address, with a port between 1 and 65535 if any.'
  const percent = 'DATABASE_URL has a % that begins no code of two digits; write % itself as %25.'
  const wrong: [string, string][] = [
    ['u:p@ss@h/db', code],
    ['u:p/ss@h/db', code],
    ['u:1/ss@h/db', code],
    ['u:p:w@h:x/db', code],
    ['u:50%off@h/db', percent],
    ['h:x', place],
    ['h:1/a/b', code],
    ['h/a@b', code],
    ['u@h:x', code],
    ['h?user=%', percent],
    ['h?connect_timeout=', 'DATABASE_URL: connect_timeout must be a number of seconds.'],
    ['h?connect_timeout=12345', 'DATABASE_URL: connect_timeout must be a number of seconds.'],
    ['h?connect_timeout=x1', 'DATABASE_URL: connect_timeout must be a number of seconds.'],
    ['h?connect_timeout=1s', 'DATABASE_URL: connect_timeout must be a number of seconds.'],
    ['h?client_encoding=GBK', 'DATABASE_URL: client_encoding must be UTF8 here.'],
    ['h?client_encoding=xUTF8', 'DATABASE_URL: client_encoding must be UTF8 here.'],
    ['h?client_encoding=UTF8x', 'DATABASE_URL: client_encoding must be UTF8 here.'],
    ['h?ssl=false', 'DATABASE_URL: ssl must be true here.'],
    ['h?sslnegotiation=x', 'DATABASE_URL: sslnegotiation must be postgres or direct here.'],
    ['h?channel_binding=x', 'DATABASE_URL: channel_binding must be disable or prefer here.'],
    ['h?load_balance_hosts=random', 'DATABASE_URL: load_balance_hosts must be disable here.'],
    ['h?gssencmode=require', 'DATABASE_URL: gssencmode must be disable or prefer here.'],
    ['h?toString=x', 'DATABASE_URL has a parameter that is not known here: toString.'],
    [
      `h?${'x'.repeat(50)}=secret`,
      `DATABASE_URL has a parameter that is not known here: ${'x'.repeat(40)}.`,
    ],
    ...['h:0', 'h:65536', 'a:1,b:x', 'h?port=x', 'a]', 'a b[1]', '[::1', '[::1]x', '[::-]'].map(
      (url): [string, string] => [url, place],
    ),
    ['a,b,c?port=1,2', 'DATABASE_URL: there must be one port, or as many as hosts.'],
    ['h?schema=campus', 'DATABASE_URL has a parameter that is not known here: schema.'],
    [
      'a,b?target_session_attrs=standby',
      'DATABASE_URL: target_session_attrs must be read-write or primary or any here.',
    ],
    [
      'h?sslmode=allow',
      'DATABASE_URL: sslmode must be disable or prefer or require or verify-ca or verify-full or no-verify here.',
    ],
    [
      'h?sslmode=verify-ca',
      'DATABASE_URL: sslmode=verify-ca needs sslrootcert, the file of the certificate to believe.',
    ],
    [
      'h?sslmode=verify-full&sslrootcert=/nowhere',
      'DATABASE_URL: sslrootcert must name a readable file in PEM form.',
    ],
    [
      'h?sslmode=require&sslrootcert=system',
      'DATABASE_URL: sslrootcert=system needs sslmode=verify-full.',
    ],
  ]
  for (const [url, sentence] of wrong)
    test(`an invalid DATABASE_URL is explained in one sentence: ${url}`, () => {
      expect(read(url)).toBe(sentence)
    })

  test('a DATABASE_URL with another scheme is explained in one sentence', () => {
    const begin = 'DATABASE_URL must begin with postgres:// or postgresql://.'
    for (const url of ['mysql://h/db', 'h/db', 'xpostgres://h', 'postgresq://h', ''])
      expect([url, readDatabaseUrl(url)]).toEqual([url, begin])
    expect(readDatabaseUrl(' postgres://a/b/c')).toBe(code)
  })
})
