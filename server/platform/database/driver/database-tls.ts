import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, createSecureContext } from 'node:tls'
import { parse, toClientConfig } from 'pg-connection-string'

/** How a connection to the database is encrypted. */
export interface TlsSettings {
  /** 'preferred': encrypted when the server supports it. */
  readonly requirement: 'disabled' | 'preferred' | 'required'
  readonly options: ConnectionOptions
  /** Starts TLS at once (sslnegotiation=direct), without an SSLRequest. */
  readonly direct: boolean
}

interface TlsParameters {
  readonly sslmode?: string | undefined
  readonly ssl?: 'true' | undefined
  readonly sslrootcert?: string | undefined
  readonly sslcert?: string | undefined
  readonly sslkey?: string | undefined
  readonly sslnegotiation?: 'postgres' | 'direct' | undefined
}

/**
 * Reads the TLS parameters with the meaning that they have in libpq (`pg-connection-string` in its
 * libpq mode). `require` accepts every certificate, unless a root certificate is named or exists at
 * `home`. Only `verify-full` checks the server's host name. Returns a sentence if the parameters
 * are invalid.
 */
export function readTlsSettings(given: TlsParameters, home = homedir()): TlsSettings | string {
  const { sslmode = given.ssl === 'true' ? 'require' : 'prefer', sslcert, sslkey } = given
  const direct = given.sslnegotiation === 'direct'
  if (sslmode === 'disable') return { requirement: 'disabled', options: {}, direct: false }
  if (direct && sslmode === 'prefer')
    return 'DATABASE_URL: sslnegotiation=direct needs sslmode=require, verify-ca or verify-full.'
  if ((sslcert === undefined) !== (sslkey === undefined))
    return 'DATABASE_URL: sslcert and sslkey are set together or not at all.'
  if (given.sslrootcert === 'system' && sslmode !== 'verify-full')
    return 'DATABASE_URL: sslrootcert=system needs sslmode=verify-full.'
  const sslrootcert = rootCertificateFile(given.sslrootcert, home)
  if (sslmode === 'verify-ca' && sslrootcert === undefined)
    return 'DATABASE_URL: sslmode=verify-ca needs sslrootcert, the file of the certificate to believe.'
  const files = Object.entries({ sslcert, sslkey, sslrootcert }).filter(isNamed)
  const wrong = files.find(([name, file]) => !isPem(name, file))
  if (wrong) return `DATABASE_URL: ${wrong[0]} must name a readable file in PEM form.`
  // `prefer` and the driver's own `no-verify` accept every certificate.
  const verifies = sslmode !== 'prefer' && sslmode !== 'no-verify'
  const query = new URLSearchParams([
    ['sslmode', verifies ? sslmode : 'prefer'],
    ...files.filter(([name]) => verifies || name !== 'sslrootcert'),
  ])
  const { ssl } = toClientConfig(parse(`postgres://?${query.toString()}`, { useLibpqCompat: true }))
  return {
    requirement: sslmode === 'prefer' ? 'preferred' : 'required',
    options: typeof ssl === 'object' ? ssl : {},
    direct,
  }
}

// The named file, or else libpq's default file if it exists. Without a file the certificate
// authorities of Node.js are trusted.
function rootCertificateFile(named: string | undefined, home: string): string | undefined {
  if (named !== undefined) return named === 'system' ? undefined : named
  const usual = join(home, '.postgresql', 'root.crt')
  return existsSync(usual) ? usual : undefined
}

const isNamed = (entry: [string, string | undefined]): entry is [string, string] =>
  entry[1] !== undefined

// The files are checked at the start, so that a wrong file causes a readable error instead of a
// failed connection later. An invalid root certificate would be ignored without an error, and then
// no server would be trusted.
function isPem(name: string, file: string): boolean {
  try {
    const pem = readFileSync(file, 'utf8')
    if (name === 'sslrootcert') return new X509Certificate(pem).raw.length > 0
    return createSecureContext(name === 'sslkey' ? { key: pem } : { cert: pem }) !== undefined
  } catch {
    return false
  }
}
