import * as v from 'valibot'
import { readTlsSettings, type TlsSettings } from './database-tls.ts'

/** One of the hosts of a database. */
export interface HostAddress {
  readonly host: string | undefined
  readonly port: number | undefined
}

/** The parts of DATABASE_URL, parsed as libpq does. */
export interface DatabaseUrl {
  /** In the order of preference; never empty. */
  readonly addresses: readonly HostAddress[]
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: string | undefined
  readonly tls: TlsSettings
  /** target_session_attrs; by default 'read-write' when there are several hosts. */
  readonly target: 'any' | 'read-write' | 'primary'
  /** connect_timeout of one host, ms. */
  readonly connectMs: number | undefined
  readonly options: string | undefined
  readonly channelBinding: boolean
}

const FORM =
  /^postgres(?:ql)?:\/\/(?:([^@/:]*)(?::([^@/]*))?@)?([^/?]*)(?:\/([^?/@]*))?(?:\?(.*))?$/
// If there are several hosts, each can omit its port. Brackets enclose an IPv6 address.
const HOST = /^(\[[\w:.%]+\]|[^:@#[\]]*)(?::(\d*))?$/

// Parameters of libpq that have no effect here.
const WITHOUT_EFFECT = [
  'application_name',
  'fallback_application_name',
  'keepalives',
  'keepalives_idle',
  'keepalives_interval',
  'keepalives_count',
  'tcp_user_timeout',
  'sslsni',
  'sslcompression',
  'uselibpqcompat',
]
const Choice = <const Choices extends readonly string[]>(name: string, texts: Choices) =>
  v.optional(v.picklist(texts, `DATABASE_URL: ${name} must be ${texts.join(' or ')} here.`))
const text = v.optional(v.string())

const Parameters = v.object({
  host: text,
  port: text,
  user: text,
  password: text,
  dbname: text,
  sslmode: Choice('sslmode', [
    'disable',
    'prefer',
    'require',
    'verify-ca',
    'verify-full',
    'no-verify',
  ]),
  ssl: Choice('ssl', ['true']),
  sslrootcert: text,
  sslcert: text,
  sslkey: text,
  sslnegotiation: Choice('sslnegotiation', ['postgres', 'direct']),
  // This program needs to write, so the values for standbys and read-only servers are refused.
  target_session_attrs: Choice('target_session_attrs', ['read-write', 'primary', 'any']),
  connect_timeout: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, 'DATABASE_URL: connect_timeout must be a number of seconds.'),
    ),
  ),
  options: text,
  channel_binding: Choice('channel_binding', ['disable', 'prefer']),
  load_balance_hosts: Choice('load_balance_hosts', ['disable']),
  gssencmode: Choice('gssencmode', ['disable', 'prefer']),
  client_encoding: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(utf-?8|auto)$/i, 'DATABASE_URL: client_encoding must be UTF8 here.'),
    ),
  ),
})

/** Parses DATABASE_URL. Returns a sentence without secrets if it is invalid. */
export function readDatabaseUrl(given: string): DatabaseUrl | string {
  const url = given.trim()
  const found = FORM.exec(url)
  if (found === null) return formMistake(url)
  const [, user, password, hosts = '', database, query = ''] = found
  try {
    const said = parametersOf(query)
    if (typeof said === 'string') return said
    const parsed = v.safeParse(Parameters, said)
    if (!parsed.success) return parsed.issues[0].message
    const parameters = parsed.output
    const addresses = readAddresses(hosts, parameters)
    if (typeof addresses === 'string') return url.includes('@') ? formMistake(url) : addresses
    const tls = readTlsSettings(parameters)
    if (typeof tls === 'string') return tls
    return {
      addresses,
      user: orNothing(parameters.user ?? decoded(user)),
      password: orNothing(parameters.password ?? decoded(password)),
      database: orNothing(parameters.dbname ?? decoded(database)),
      tls,
      target: parameters.target_session_attrs ?? (addresses.length > 1 ? 'read-write' : 'any'),
      connectMs: Number(parameters.connect_timeout ?? 0) * 1000 || undefined,
      options: parameters.options,
      channelBinding: parameters.channel_binding === 'prefer',
    }
  } catch {
    return 'DATABASE_URL has a % that begins no code of two digits; write % itself as %25.'
  }
}

// A password can contain the same characters without percent-encoding as in libpq.
function formMistake(url: string): string {
  if (!/^postgres(ql)?:\/\//.test(url))
    return 'DATABASE_URL must begin with postgres:// or postgresql://.'
  return 'DATABASE_URL is not understood; in its name and password write @ as %40, / as %2F, : as %3A, # as %23, ? as %3F and % as %25.'
}

function parametersOf(query: string): Record<string, string> | string {
  const said: Record<string, string> = {}
  for (const pair of query.split('&').filter((one) => one !== '')) {
    const [name = '', ...value] = pair.split('=')
    if (WITHOUT_EFFECT.includes(name)) continue
    if (!Object.hasOwn(Parameters.entries, name))
      return `DATABASE_URL has a parameter that is not known here: ${name.slice(0, 40)}.`
    said[name] = decodeURIComponent(value.join('='))
  }
  return said
}

function readAddresses(
  authority: string,
  { host, port }: { host?: string | undefined; port?: string | undefined },
): HostAddress[] | string {
  const places = (host ?? authority).split(',').map((one) => HOST.exec(one) ?? undefined)
  const ports = port?.split(',') ?? []
  const addresses: HostAddress[] = []
  for (const [index, place] of places.entries()) {
    // A single port applies to all hosts.
    const own = ports[ports.length === 1 ? 0 : index] ?? place?.[2] ?? ''
    const number = own === '' ? undefined : Number(own)
    if (place === undefined || (number !== undefined && !(number > 0 && number < 65536)))
      return 'DATABASE_URL: each host must be a name or an address, with a port between 1 and 65535 if any.'
    addresses.push({ host: orNothing(decoded(place[1])?.replace(/[[\]]/g, '')), port: number })
  }
  return ports.length > 1 && ports.length !== places.length
    ? 'DATABASE_URL: there must be one port, or as many as hosts.'
    : addresses
}

const decoded = (text: string | undefined) =>
  text === undefined ? undefined : decodeURIComponent(text)
// Empty text counts as absent.
const orNothing = (text: string | undefined) => (text === '' ? undefined : text)
