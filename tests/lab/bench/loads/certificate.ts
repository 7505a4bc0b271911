import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A temporary certificate for localhost, and the fingerprint of its key by which the browser trusts
 * it.
 */
export function createThrowawayCertificate(): { key: string; cert: string; fingerprint: string } {
  const folder = mkdtempSync(join(tmpdir(), 'baodao-bench-tls-'))
  const [keyFile, certFile] = [join(folder, 'key'), join(folder, 'cert')]
  const options = [
    '-nodes',
    '-days',
    '30',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    keyFile,
    '-out',
    certFile,
  ]
  try {
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', ...options],
      {
        stdio: 'ignore',
      },
    )
    const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')]
    const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
    return { key, cert, fingerprint: createHash('sha256').update(spki).digest('base64') }
  } catch (cause) {
    throw new Error('The loads are measured over TLS, and that needs openssl on the PATH.', {
      cause,
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
