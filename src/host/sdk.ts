import { callApi, outcomeText } from '#app/lib/network/call-api.ts'
import { config } from '#app/lib/platform/config.ts'
import { support } from '#contract/support'
import { hasMessagingBridge } from './bridge.ts'

/** What of the messaging app's script is used here (its JS-SDK 1.6). Older apps lack some of it. */
export interface MessagingBridge {
  readonly config?: (wish: {
    readonly debug: boolean
    readonly appId: string
    readonly timestamp: number
    readonly nonceStr: string
    readonly signature: string
    readonly jsApiList: readonly string[]
  }) => void
  readonly ready?: (then: () => void) => void
  readonly error?: (then: (said: unknown) => void) => void
  readonly checkJsApi?: (wish: {
    readonly jsApiList: readonly string[]
    readonly success: (found: { readonly checkResult: Readonly<Record<string, boolean>> }) => void
    readonly fail: () => void
  }) => void
  readonly scanQRCode?: (wish: {
    readonly needResult: 1
    readonly scanType: readonly string[]
    readonly success: (scanned: { readonly resultStr: string }) => void
    readonly fail: (said?: SdkError) => void
    readonly cancel: () => void
  }) => void
  readonly chooseImage?: (wish: {
    readonly count: number
    readonly sizeType: readonly string[]
    readonly sourceType: readonly string[]
    readonly success: (chosen: { readonly localIds: readonly string[] }) => void
    readonly fail: (said?: SdkError) => void
    readonly cancel: () => void
  }) => void
  readonly getLocalImgData?: (wish: {
    readonly localId: string
    readonly success: (read: { readonly localData: string }) => void
    readonly fail: () => void
  }) => void
  readonly closeWindow?: () => void
}

/** What the script says when it does not do what it was asked to. */
export interface SdkError {
  readonly errMsg?: string
}

/** What has come of asking for the messaging app's script. */
export type SdkResult =
  | { readonly type: 'ready'; readonly bridge: MessagingBridge }
  /** An ordinary browser. */
  | { readonly type: 'none' }
  /** What went wrong, to be shown as it is (SCN-14). */
  | { readonly type: 'failed'; readonly said: string }

const USED = ['chooseImage', 'getLocalImgData', 'scanQRCode', 'closeWindow'] as const

/**
 * The script, signed for this page; its code travels only inside the messaging app and only when it
 * is needed.
 */
export async function openSdk(): Promise<SdkResult> {
  if (!hasMessagingBridge()) return { type: 'none' }
  try {
    const bridge =
      window.wx ?? ((await import('weixin-js-sdk')).default as unknown as MessagingBridge)
    return bridge.config === undefined
      ? { type: 'ready', bridge }
      : await openSignedSdk(getSignatureAddress(), bridge)
  } catch (cause) {
    return {
      type: 'failed',
      said: JSON.stringify({ errMsg: cause instanceof Error ? cause.message : String(cause) }),
    }
  }
}

const sdkByAddress = new Map<string, Promise<SdkResult>>()

function openSignedSdk(address: string, bridge: MessagingBridge): Promise<SdkResult> {
  const known = sdkByAddress.get(address) ?? requestSignature(address, bridge)
  sdkByAddress.set(address, known)
  // What failed is asked for again at the next try.
  void known.then(({ type }) => type === 'ready' || sdkByAddress.delete(address))
  return known
}

/**
 * Did the script refuse because of its signature? Then that one is asked for anew at the next try.
 */
export function discardRefusedSignature({ errMsg = '' }: SdkError = {}): boolean {
  const refused = /permission|config/i.test(errMsg)
  if (refused) sdkByAddress.clear()
  return refused
}

// After its first answer, good or bad, the script calls every later signature ready without having
// looked at it. Only an error is still told, so that is what is waited for.
const PATIENCE_MS = 1_500
const configured = new WeakSet<MessagingBridge>()

async function requestSignature(address: string, bridge: MessagingBridge): Promise<SdkResult> {
  const outcome = await callApi(support.signature, { app: config.appId, address })
  if (outcome.type !== 'ok')
    return { type: 'failed', said: JSON.stringify({ errMsg: outcomeText(outcome) }) }
  const { app, timestamp, nonce, signature } = outcome.data.signed
  const isFirst = !configured.has(bridge)
  configured.add(bridge)
  return new Promise((resolve) => {
    const ready = () => resolve({ type: 'ready', bridge })
    if (isFirst) bridge.ready?.(ready)
    bridge.error?.((said) => {
      // It may come late: then what was called ready is not.
      sdkByAddress.delete(address)
      resolve({ type: 'failed', said: JSON.stringify(said) })
    })
    bridge.config?.({
      debug: false,
      appId: app,
      timestamp: Number(timestamp),
      nonceStr: nonce,
      signature,
      jsApiList: USED,
    })
    if (!isFirst) setTimeout(ready, PATIENCE_MS)
  })
}

/**
 * The address that the signature is for, without its hash (D-102). On iOS the messaging app goes by
 * the address that the page was first opened with, however far the app has gone since; on Android
 * by the one of now.
 */
export function getSignatureAddress(): string {
  const [entry] = performance.getEntriesByType('navigation')
  const address =
    /iPhone|iPad|iPod/i.test(navigator.userAgent) && entry !== undefined
      ? entry.name
      : location.href
  return address.split('#', 1)[0] ?? address
}
