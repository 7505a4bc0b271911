import { readFileSync } from 'node:fs'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

/**
 * What an archive is closed with, and opened: a passphrase, or keys of age (age-encryption.org). Who
 * has only the public key of a pair can close and not open.
 */
export interface ArchiveKey {
  readonly passphrase?: string
  /** Public keys, `age1…`. */
  readonly recipients: readonly string[]
  /** Secret keys, `AGE-SECRET-KEY-1…`. */
  readonly identities: readonly string[]
}

const SHORTEST = 12

/** Read a passphrase from a file: its first line. */
export function readPassphrase(file: string): ArchiveKey {
  const [passphrase = ''] = readText(file).split('\n')
  if (passphrase.trim().length < SHORTEST)
    throw new Error(`The passphrase in ${file} needs at least ${SHORTEST} characters.`)
  return { passphrase: passphrase.trim(), recipients: [], identities: [] }
}

/** Read keys from a file as age-keygen writes it: a line each, notes behind `#`. */
export function readAgeKeys(file: string): ArchiveKey {
  const lines = readText(file)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-1'))
  const recipients = lines.filter((line) => line.startsWith('age1'))
  if (lines.length === 0 || identities.length + recipients.length !== lines.length)
    throw new Error(`The file ${file} holds no keys: neither age1… nor AGE-SECRET-KEY-1… .`)
  return { recipients, identities }
}

/** Make a pair of keys: the text of a file of each. */
export async function createAgeKeys(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Close a stream of bytes. */
export async function* encryptStream(
  bytes: AsyncIterable<Uint8Array>,
  { passphrase, recipients, identities }: ArchiveKey,
): AsyncGenerator<Uint8Array, void> {
  const encrypter = new Encrypter()
  if (passphrase !== undefined) encrypter.setPassphrase(passphrase)
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  for (const identity of identities) encrypter.addRecipient(await identityToRecipient(identity))
  yield* await encrypter.encrypt(ReadableStream.from(bytes))
}

/** Open a stream of bytes; what was cut or changed fails, at the latest at its end. */
export async function* decryptStream(
  bytes: AsyncIterable<Uint8Array>,
  { passphrase, identities }: ArchiveKey,
): AsyncGenerator<Uint8Array, void> {
  const decrypter = new Decrypter()
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase)
  for (const identity of identities) decrypter.addIdentity(identity)
  yield* await openDecrypter(decrypter, bytes)
}

async function openDecrypter(decrypter: Decrypter, bytes: AsyncIterable<Uint8Array>) {
  try {
    return await decrypter.decrypt(ReadableStream.from(bytes))
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('no identity matched'))
      throw new WrongKeyError()
    throw error
  }
}

/** The archive is closed with another passphrase or key. */
export class WrongKeyError extends Error {
  constructor() {
    super('This passphrase or key does not open the archive.')
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Error(`The file ${file} cannot be read.`)
  }
}
