import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, createSecureContext } from 'node:tls'

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
 * Reads the TLS parameters with libpq's meaning: `require` accepts every certificate, unless a root
 * certificate is named or lies at `home`; only `verify-full` checks the server's host name. Returns
 * a sentence when they are invalid.
 */
export function readTlsSettings(said: TlsParameters, home = homedir()): TlsSettings | string {
  const mode = said.sslmode ?? (said.ssl === 'true' ? 'require' : 'prefer')
  const direct = said.sslnegotiation === 'direct'
  if (mode === 'disable') return { requirement: 'disabled', options: {}, direct: false }
  if (direct && mode === 'prefer')
    return 'DATABASE_URL: sslnegotiation=direct needs sslmode=require, verify-ca or verify-full.'
  const own = ownCertificate(said)
  if (typeof own === 'string') return own
  const wanted = mode === 'prefer' ? 'preferred' : 'required'
  const system = said.sslrootcert === 'system'
  if (system && mode !== 'verify-full')
    return 'DATABASE_URL: sslrootcert=system needs sslmode=verify-full.'
  const root = rootCertificate(said.sslrootcert, home)
  if (typeof root === 'string') return root
  if (mode === 'verify-full') return { requirement: wanted, direct, options: { ...own, ...root } }
  const anybody = { checkServerIdentity: () => undefined }
  if (mode === 'verify-ca' && root.ca === undefined)
    return 'DATABASE_URL: sslmode=verify-ca needs sslrootcert, the file of the certificate to believe.'
  if (mode === 'verify-ca' || (mode === 'require' && root.ca !== undefined))
    return { requirement: wanted, direct, options: { ...own, ...root, ...anybody } }
  return { requirement: wanted, direct, options: { ...own, ...anybody, rejectUnauthorized: false } }
}

// The root certificate: the named file, else libpq's default file if it exists, else the
// certificate authorities of Node.js.
function rootCertificate(said: string | undefined, home: string): { ca?: string } | string {
  if (said === 'system') return {}
  const usual = join(home, '.postgresql', 'root.crt')
  if (said === undefined && !existsSync(usual)) return {}
  return readPem('sslrootcert', said ?? usual, (ca) => {
    // An invalid certificate would be ignored silently, and then no server would be trusted.
    void new X509Certificate(ca)
    return { ca }
  })
}

function ownCertificate({
  sslcert,
  sslkey,
}: TlsParameters): { cert?: string; key?: string } | string {
  if (sslcert === undefined && sslkey === undefined) return {}
  if (sslcert === undefined || sslkey === undefined)
    return 'DATABASE_URL: sslcert and sslkey are set together or not at all.'
  const cert = readPem('sslcert', sslcert, (pem) => ({ cert: pem }))
  const key = readPem('sslkey', sslkey, (pem) => ({ key: pem }))
  if (typeof cert === 'string') return cert
  return typeof key === 'string' ? key : { ...cert, ...key }
}

// The file is checked at the start, so that a wrong one gives a readable error instead of a failed
// connection later.
function readPem<T extends ConnectionOptions>(
  name: string,
  file: string,
  optionsWith: (pem: string) => T,
): T | string {
  try {
    const options = optionsWith(readFileSync(file, 'utf8'))
    createSecureContext({ ...options })
    return options
  } catch {
    return `DATABASE_URL: ${name} must name a readable file in PEM form.`
  }
}
