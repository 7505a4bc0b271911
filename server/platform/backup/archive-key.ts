import { readFileSync } from 'node:fs'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

/**
 * What encrypts and decrypts an archive: a passphrase, or key pairs of age (age-encryption.org).
 * The public key alone can encrypt but not decrypt.
 */
export interface ArchiveKey {
  readonly passphrase?: string
  /** Public keys, `age1…`. */
  readonly recipients: readonly string[]
  /** Secret keys, `AGE-SECRET-KEY-1…`. */
  readonly identities: readonly string[]
}

const SHORTEST = 12

/** Reads a passphrase: the first line of a file. */
export function readPassphrase(file: string): ArchiveKey {
  const [passphrase = ''] = readText(file).split('\n')
  if (passphrase.trim().length < SHORTEST)
    throw new Error(`The passphrase in ${file} needs at least ${SHORTEST} characters.`)
  return { passphrase: passphrase.trim(), recipients: [], identities: [] }
}

/** Reads keys from a file in the format of age-keygen: one per line, comments after `#`. */
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

/** Creates a key pair; returns the text of a file for each key. */
export async function createAgeKeys(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Encrypts a stream of bytes. */
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

/**
 * Decrypts a stream of bytes. If the stream was truncated or changed, it throws, at the latest at
 * the end of the stream.
 */
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

/** Thrown when the archive is encrypted with another passphrase or key. */
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
