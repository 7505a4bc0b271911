import { classifyDatabaseError } from './platform/database/errors.ts'
import type { Settings } from './platform/settings/settings.ts'

/** Describes why a start failed, in one sentence for the operator. */
export function describeStartError(error: unknown, settings: Settings): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return (
    describeListenError(error, code, settings) ??
    describeDatabaseError(error, code) ??
    (code === 'EACCES'
      ? `This user may not use ${'path' in error ? String(error.path) : settings.dataDir}; give it to this user, or set DATA_DIR.`
      : error.message)
  )
}

function describeListenError(error: Error, code: string, settings: Settings): string | undefined {
  if (!('syscall' in error) || error.syscall !== 'listen') return undefined
  const port = 'port' in error ? Number(error.port) : settings.port
  const name = port === settings.metrics?.port ? 'METRICS_PORT' : 'PORT'
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use by another program; set ${name} to another number.`
    case 'EACCES':
      return `This user may not listen on port ${port}; set ${name} to a number above 1023.`
    case 'EADDRNOTAVAIL':
      return `This machine does not have the address that it shall listen on; set HOST to one of its own.`
    default:
      return undefined
  }
}

function describeDatabaseError(error: Error, code: string): string | undefined {
  const trimmedMessage = error.message.replace(/\.$/, '')
  // The password is wrong, or the user is not allowed to connect from this address or without
  // encryption.
  if (code === '28P01') return 'The database refused the name or password in DATABASE_URL.'
  if (code === '28000') return `The database does not let this program in: ${trimmedMessage}.`
  if (code === '3D000') return 'The database named in DATABASE_URL does not exist; create it first.'
  if (code === '42501')
    return `The user in DATABASE_URL may not make the tables here (${trimmedMessage}): the database or its tables belong to somebody else; make this user the owner of both, as docs/operations/install.md says.`
  if (code === '25006')
    return 'The database in DATABASE_URL only reads; this program needs one that takes writes, so the primary.'
  if (/server does not support SSL/.test(trimmedMessage))
    return 'The database offers no encryption, which sslmode in DATABASE_URL asks for.'
  if (/CERT|UNABLE_TO_/.test(code))
    return `The certificate of the database is not believed (${trimmedMessage}); sslrootcert in DATABASE_URL names the one to believe.`
  return classifyDatabaseError(error) === 'unavailable'
    ? 'The database in DATABASE_URL cannot be reached; check the address and that it is running.'
    : undefined
}
