import { createHash } from 'node:crypto'
import { createSecret } from '../../platform/sessions/secrets.ts'

/** The configuration of the messaging app's script. */
export interface PageSignature {
  readonly timestamp: string
  readonly nonce: string
  readonly signature: string
}

/** Signs the address of a page, without its fragment, for the messaging app's script (D-102). */
export function signPageForSdk({
  ticket,
  address,
  now,
}: {
  ticket: string
  address: string
  now: Date
}): PageSignature {
  const nonce = createSecret().slice(0, 16)
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const [url] = address.split('#', 1)
  // The signature depends on the order of the names and on their lower case.
  const said = `jsapi_ticket=${ticket}&noncestr=${nonce}&timestamp=${timestamp}&url=${url}`
  return { timestamp, nonce, signature: createHash('sha1').update(said).digest('hex') }
}

/**
 * Whether an address is a page of the host to which the request was sent. Only such a page is
 * signed for the messaging app's script: the signature of a page on another host would give that
 * host the rights of this campus in the messaging app.
 */
export function isPageOfHost(host: string, address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return (
    url !== undefined &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.host === host &&
    url.username === ''
  )
}
