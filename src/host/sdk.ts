import { callApi, describeCallOutcome } from '#app/lib/network/call-api.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { support } from '#contract/support'
import { hasMessagingBridge } from './bridge.ts'

/**
 * The part of the messaging app's JS-SDK 1.6 that this app uses. Older versions of the messaging
 * app lack some of these functions.
 */
export interface MessagingBridge {
  readonly config?: (wish: {
    readonly debug: boolean
    readonly appId: string
    readonly timestamp: number
    readonly nonceStr: string
    readonly signature: string
    readonly jsApiList: readonly string[]
    /** The tags of WeChat that the page contains. */
    readonly openTagList: readonly string[]
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
    readonly fail: (said?: MessagingSdkError) => void
    readonly cancel: () => void
  }) => void
  readonly chooseImage?: (wish: {
    readonly count: number
    readonly sizeType: readonly string[]
    readonly sourceType: readonly string[]
    readonly success: (chosen: { readonly localIds: readonly string[] }) => void
    readonly fail: (said?: MessagingSdkError) => void
    readonly cancel: () => void
  }) => void
  readonly getLocalImgData?: (wish: {
    readonly localId: string
    readonly success: (read: { readonly localData: string }) => void
    readonly fail: () => void
  }) => void
  readonly closeWindow?: () => void
  /** Present in the web-view of a mini program. */
  readonly miniProgram?: { readonly navigateBack: () => void }
}

/** The error that the script passes to `fail`. */
export interface MessagingSdkError {
  readonly errMsg?: string
}

/** The result of loading the messaging app's script. */
export type MessagingSdkResult =
  | { readonly type: 'ready'; readonly bridge: MessagingBridge }
  /** The page runs in an ordinary browser. */
  | { readonly type: 'none' }
  /** The error of the script, shown unchanged (SCN-14). */
  | { readonly type: 'failed'; readonly said: string }

const USED = ['chooseImage', 'getLocalImgData', 'scanQRCode', 'closeWindow'] as const

/**
 * Loads the messaging app's script and signs it for this page. The script is loaded on demand, and
 * only inside the messaging app. Never rejects.
 */
export async function openMessagingSdk(): Promise<MessagingSdkResult> {
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

const sdkByAddress = new Map<string, Promise<MessagingSdkResult>>()

function openSignedSdk(address: string, bridge: MessagingBridge): Promise<MessagingSdkResult> {
  const known = sdkByAddress.get(address) ?? requestSignature(address, bridge)
  sdkByAddress.set(address, known)
  // After a failure a new signature is requested at the next attempt.
  void known.then(({ type }) => type === 'ready' || sdkByAddress.delete(address))
  return known
}

/**
 * Whether the script refused because of its signature; if so, a new signature is requested at the
 * next attempt.
 */
export function discardRefusedSignature({ errMsg = '' }: MessagingSdkError = {}): boolean {
  const refused = /permission|config/i.test(errMsg)
  if (refused) sdkByAddress.clear()
  return refused
}

// After its first result, whether success or failure, the script reports every later signature as
// ready without checking it. It still reports errors, so this is how long the code waits for an
// error, ms.
const TIMEOUT_MS = 1_500
const configured = new WeakSet<MessagingBridge>()

async function requestSignature(
  address: string,
  bridge: MessagingBridge,
): Promise<MessagingSdkResult> {
  const outcome = await callApi(support.signature, { app: appConfig.appId, address })
  if (outcome.type !== 'ok')
    return { type: 'failed', said: JSON.stringify({ errMsg: describeCallOutcome(outcome) }) }
  const { app, timestamp, nonce, signature } = outcome.data.signed
  const isFirst = !configured.has(bridge)
  configured.add(bridge)
  return new Promise((resolve) => {
    const ready = () => resolve({ type: 'ready', bridge })
    if (isFirst) bridge.ready?.(ready)
    bridge.error?.((said) => {
      // An error can arrive late. The signature that was reported as ready is then invalid.
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
      openTagList: ['wx-open-subscribe'],
    })
    if (!isFirst) setTimeout(ready, TIMEOUT_MS)
  })
}

/**
 * The URL for which the page is signed, without its fragment (D-102). On Android it is the current
 * URL. On iOS the messaging app compares the URL with which the page was first opened, no matter
 * where the app has navigated since.
 */
export function getSignatureAddress(): string {
  const [entry] = performance.getEntriesByType('navigation')
  const address =
    /iPhone|iPad|iPod/i.test(navigator.userAgent) && entry !== undefined
      ? entry.name
      : location.href
  return address.split('#', 1)[0] ?? address
}
