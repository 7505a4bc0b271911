import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'

/** A key with which the payment service signs. */
export interface PaymentPlatformKey {
  /** The serial number of its certificate, or the id of its public key (`PUB_KEY_ID_…`). */
  readonly serial: string
  /** The certificate or the public key as PEM text. */
  readonly key: string
}

/** The payment gateway that collects the fees. */
export type PaymentSettings =
  | { type: 'none' }
  | { type: 'sandbox' }
  | {
      type: 'wechatpay'
      appId: string
      merchantId: string
      /** The serial number of the merchant's certificate, and its private key as PEM text. */
      serial: string
      privateKey: string
      /** The key of 32 characters that encrypts notifications. */
      apiKey: string
      /**
       * The trusted keys of the payment service. The service is asked to sign its responses with
       * the first key. During a key rotation both the old and the new key are used.
       */
      platformKeys: readonly [PaymentPlatformKey, ...PaymentPlatformKey[]]
      apiUrl: string
      /** This backend's public address for notifications, /payment/notify. */
      notifyUrl: string
    }

const text = v.optional(v.pipe(v.string(), v.trim()), '')
const address = (name: string) =>
  v.pipe(v.string(), v.trim(), v.url(`${name} must be a whole address such as https://host/path.`))

/** The variables of the payment service. */
export const PaymentVariables = {
  WECHATPAY_MERCHANT_ID: text,
  WECHATPAY_SERIAL: text,
  WECHATPAY_PRIVATE_KEY_FILE: text,
  WECHATPAY_API_KEY: v.optional(
    v.pipe(v.string(), v.length(32, 'WECHATPAY_API_KEY must have 32 characters.')),
  ),
  WECHATPAY_PLATFORM_SERIAL: text,
  WECHATPAY_PLATFORM_KEY_FILE: text,
  WECHATPAY_EXTRA_PLATFORM_KEYS: text,
  WECHATPAY_API_URL: v.optional(address('WECHATPAY_API_URL')),
  WECHATPAY_NOTIFY_URL: v.optional(
    v.pipe(
      address('WECHATPAY_NOTIFY_URL'),
      v.regex(
        /^https:.*\/payment\/notify$/,
        'WECHATPAY_NOTIFY_URL must be an https address that ends in /payment/notify.',
      ),
    ),
  ),
}
const Keys = v.object({ ...PaymentVariables, WECHAT_APP_ID: v.string() })

/** The variables that are required for real payments. */
export const REQUIRED_MERCHANT_VARIABLES = [
  'WECHATPAY_MERCHANT_ID',
  'WECHATPAY_SERIAL',
  'WECHATPAY_PRIVATE_KEY_FILE',
  'WECHATPAY_API_KEY',
  'WECHATPAY_PLATFORM_SERIAL',
  'WECHATPAY_PLATFORM_KEY_FILE',
  'WECHATPAY_API_URL',
  'WECHATPAY_NOTIFY_URL',
] as const

/**
 * Reads the settings of real payments; returns a sentence if they are invalid. Keys are checked at
 * the start, so that a wrong file is reported then and does not fail a payment later.
 */
export function readPaymentKeys(env: v.InferOutput<typeof Keys>): PaymentSettings | string {
  const keys = {
    WECHATPAY_PRIVATE_KEY_FILE: (pem: string) => createPrivateKey(pem),
    WECHATPAY_PLATFORM_KEY_FILE: (pem: string) => createPublicKey(pem),
  }
  const read: Record<string, string> = {}
  for (const [name, parse] of Object.entries(keys)) {
    try {
      const pem = readFileSync(env[name as keyof typeof keys], 'utf8')
      parse(pem)
      read[name] = pem
    } catch {
      return `${name} must name a readable file with a key in PEM form.`
    }
  }
  const extra = readExtraKeys(env.WECHATPAY_EXTRA_PLATFORM_KEYS)
  if (typeof extra === 'string') return extra
  const first = {
    serial: env.WECHATPAY_PLATFORM_SERIAL,
    key: read['WECHATPAY_PLATFORM_KEY_FILE'] ?? '',
  }
  const platformKeys = [first, ...extra] as const
  const serials = new Set([env.WECHATPAY_SERIAL, ...platformKeys.map(({ serial }) => serial)])
  if (serials.size <= platformKeys.length)
    return 'WECHATPAY_SERIAL, WECHATPAY_PLATFORM_SERIAL and WECHATPAY_EXTRA_PLATFORM_KEYS must name different serial numbers.'
  return {
    type: 'wechatpay',
    appId: env.WECHAT_APP_ID,
    merchantId: env.WECHATPAY_MERCHANT_ID,
    serial: env.WECHATPAY_SERIAL,
    privateKey: read['WECHATPAY_PRIVATE_KEY_FILE'] ?? '',
    apiKey: env.WECHATPAY_API_KEY ?? '',
    platformKeys,
    apiUrl: env.WECHATPAY_API_URL ?? '',
    notifyUrl: env.WECHATPAY_NOTIFY_URL ?? '',
  }
}

// Reads pairs such as `5D3F…=/etc/baodao/old.pem, PUB_KEY_ID_0114…=/etc/baodao/new.pem`. Returns a
// sentence if they are invalid.
function readExtraKeys(pairs: string): readonly PaymentPlatformKey[] | string {
  const wrong =
    'WECHATPAY_EXTRA_PLATFORM_KEYS must be pairs serial=file, separated by commas; each file a readable key or certificate in PEM form.'
  const keys: PaymentPlatformKey[] = []
  for (const pair of pairs.split(',').filter((one) => one.trim() !== '')) {
    const [, serial, file] = /^\s*(\w+)\s*=\s*(\S.*?)\s*$/.exec(pair) ?? []
    if (serial === undefined || file === undefined) return wrong
    try {
      const key = readFileSync(file, 'utf8')
      createPublicKey(key)
      keys.push({ serial, key })
    } catch {
      return wrong
    }
  }
  return keys
}
