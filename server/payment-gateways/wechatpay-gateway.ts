import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import * as v from 'valibot'
import { Aes, Formatter, Rsa, Wechatpay } from 'wechatpay-axios-plugin'
import type { PaymentSettings } from '../platform/settings/settings.ts'
import type {
  GatewayDayStatement,
  PaymentGateway,
  GatewayNotification,
  GatewayOrderStatus,
  GatewayRefundStatus,
  PrepayParams,
} from './payment-gateway.ts'
import { parseWechatpayBill } from './wechatpay-bill.ts'

const TIMEOUT_MS = 8000
/**
 * The shortest expiry of an order that the service accepts, seconds. This backend closes orders
 * itself.
 */
const MIN_EXPIRY_SECONDS = 70
/**
 * The largest accepted difference between the time of a notification and the current time, seconds.
 * Beyond it, the notification might be a replay.
 */
const MAX_NOTIFICATION_AGE_SECONDS = 300

/** The format of a certificate's serial number or a public key's id. */
const SERIAL = /^(PUB_KEY_ID_)?[0-9A-Za-z]{1,64}$/

const Trade = v.object({
  out_trade_no: v.string(),
  mchid: v.string(),
  appid: v.string(),
  trade_state: v.string(),
  transaction_id: v.optional(v.string(), ''),
  amount: v.optional(
    v.object({ total: v.pipe(v.number(), v.integer()), currency: v.optional(v.string(), 'CNY') }),
  ),
})
const refundFields = {
  out_trade_no: v.string(),
  out_refund_no: v.string(),
  refund_id: v.pipe(v.string(), v.nonEmpty()),
  amount: v.object({ refund: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
}
const REFUND_STATES = {
  SUCCESS: 'done',
  PROCESSING: 'processing',
  ABNORMAL: 'stuck',
  CLOSED: 'closed',
} as const
const RefundState = v.picklist(['SUCCESS', 'PROCESSING', 'ABNORMAL', 'CLOSED'])
// A notification names the merchant, an answer does not.
const RefundNotice = v.object({ ...refundFields, mchid: v.string(), refund_status: RefundState })
const RefundAnswer = v.object({ ...refundFields, status: RefundState })
/** Codes of failures that say nothing about the refund itself; the request is repeated. */
const TEMPORARY_CODES = [
  '',
  'SYSTEM_ERROR',
  'FREQUENCY_LIMITED',
  'RATELIMIT_EXCEEDED',
  'SIGN_ERROR',
]
/** The largest reason of a refund, bytes. */
const MAX_REASON_BYTES = 80
const NotificationBody = v.object({
  event_type: v.string(),
  resource: v.object({
    algorithm: v.literal('AEAD_AES_256_GCM'),
    ciphertext: v.string(),
    nonce: v.string(),
    associated_data: v.optional(v.string(), ''),
  }),
})
const Prepay = v.object({ prepay_id: v.pipe(v.string(), v.nonEmpty()) })
const CodePrepay = v.object({ code_url: v.pipe(v.string(), v.startsWith('weixin://')) })
const Bill = v.object({ download_url: v.pipe(v.string(), v.url()), hash_value: v.string() })
const Failure = v.object({
  response: v.object({ status: v.number(), data: v.looseObject({ code: v.optional(v.string()) }) }),
})

/**
 * Creates the gateway of WeChat Pay v3 for payments inside WeChat (JSAPI). The library signs
 * requests and verifies the signatures of responses. Merchant, app and amount of a response or
 * notification are compared with the order's, never trusted.
 */
export function wechatpayGateway(
  settings: Extract<PaymentSettings, { type: 'wechatpay' }>,
  { patienceMs = TIMEOUT_MS }: { patienceMs?: number } = {},
): PaymentGateway {
  const { merchantId: mchid, appId: appid, serial, apiKey, platformKeys, notifyUrl } = settings
  const privateKey = createPrivateKey(settings.privateKey)
  const keys = new Map(platformKeys.map((one) => [one.serial, createPublicKey(one.key)]))
  const wechatpay = new Wechatpay({
    mchid,
    serial,
    privateKey: settings.privateKey,
    certs: Object.fromEntries(keys),
    // Names the key with which the service should sign its responses, which matters during a key
    // rotation.
    headers: { 'Wechatpay-Serial': platformKeys[0].serial },
    baseURL: settings.apiUrl,
    timeout: patienceMs,
    // Payment requests must not be redirected.
    maxRedirects: 0,
  })
  const at = (path: string) => wechatpay.chain(`v3/${path}`)

  const standingOf = (said: unknown): GatewayOrderStatus => {
    const parsed = v.safeParse(Trade, said)
    if (!parsed.success) return { type: 'unavailable' }
    const { mchid: merchant, appid: app, trade_state: state, amount } = parsed.output
    if (merchant !== mchid || app !== appid) return { type: 'unavailable' }
    if (state === 'SUCCESS' || state === 'REFUND') {
      if (amount?.currency !== 'CNY' || parsed.output.transaction_id === '')
        return { type: 'unavailable' }
      return {
        type: state === 'REFUND' ? 'refunded' : 'paid',
        number: parsed.output.out_trade_no,
        transaction: parsed.output.transaction_id,
        amountFen: amount.total,
      }
    }
    return { type: ['CLOSED', 'REVOKED'].includes(state) ? 'closed' : 'waiting' }
  }
  const refundOf = (said: unknown): GatewayNotification => {
    const { mchid: merchant, refund_status: status, ...refund } = v.parse(RefundNotice, said)
    return merchant === mchid
      ? { type: 'refund', ...toRefund(refund), state: REFUND_STATES[status] }
      : { type: 'other' }
  }
  // The answer must be about the refund that was asked for.
  const refundAnswered = (requestNumber: string, said: unknown): GatewayRefundStatus => {
    const parsed = v.safeParse(RefundAnswer, said)
    if (!parsed.success || parsed.output.out_refund_no !== requestNumber)
      return { type: 'unavailable' }
    const { status, ...refund } = parsed.output
    return { type: 'refund', ...toRefund(refund), state: REFUND_STATES[status] }
  }
  const orderOf = ({ number, amountFen, subject, expiresAt }: Omit<PrepayParams, 'openId'>) => ({
    appid,
    mchid,
    description: [...subject].slice(0, 40).join(''),
    out_trade_no: number,
    time_expire: chinaTime(
      new Date(Math.max(expiresAt.getTime(), Date.now() + MIN_EXPIRY_SECONDS * 1000)),
    ),
    notify_url: notifyUrl,
    amount: { total: amountFen, currency: 'CNY' },
  })
  const query = async (number: string): Promise<GatewayOrderStatus> => {
    try {
      const { data } = await at(`pay/transactions/out-trade-no/${number}`).get({
        params: { mchid },
      })
      const standing = standingOf(data)
      return 'number' in standing && standing.number !== number ? { type: 'unavailable' } : standing
    } catch (cause) {
      return codeOf(cause) === 'ORDER_NOT_EXIST' || codeOf(cause) === 'ORDERNOTEXIST'
        ? { type: 'unknown' }
        : { type: 'unavailable' }
    }
  }
  return {
    way: 'wechat',
    query,
    prepay: async ({ openId, ...wanted }) => {
      try {
        const { data } = await at('pay/transactions/jsapi').post({
          ...orderOf(wanted),
          payer: { openid: openId },
        })
        const parsed = v.safeParse(Prepay, data)
        return parsed.success
          ? { type: 'ok', prepay: parsed.output.prepay_id }
          : { type: 'unavailable' }
      } catch (cause) {
        return ['ORDERPAID', 'ORDER_CLOSED', 'OUT_TRADE_NO_USED'].includes(codeOf(cause))
          ? { type: 'over' }
          : { type: 'unavailable' }
      }
    },
    prepayByCode: async (wanted) => {
      try {
        const { data } = await at('pay/transactions/native').post(orderOf(wanted))
        const parsed = v.safeParse(CodePrepay, data)
        return parsed.success
          ? { type: 'ok', link: parsed.output.code_url }
          : { type: 'failed', code: '' }
      } catch (cause) {
        return { type: 'failed', code: describeFault(cause) }
      }
    },
    sheetParams: (prepay, now) => {
      const timestamp = String(Math.floor(now.getTime() / 1000))
      const [nonce, order] = [Formatter.nonce(), `prepay_id=${prepay}`]
      const sign = Rsa.sign(Formatter.joinedByLineFeed(appid, timestamp, nonce, order), privateKey)
      return { timestamp, nonce, package: order, signType: 'RSA', sign }
    },
    close: async (number) => {
      try {
        await at(`pay/transactions/out-trade-no/${number}/close`).post({ mchid })
      } catch {
        // The order was paid in the meantime, was closed before, or the request failed. The query
        // shows which.
      }
      return query(number)
    },
    refund: async ({ requestNumber, number, totalFen, amountFen, reason }) => {
      try {
        const { data } = await at('refund/domestic/refunds').post({
          out_trade_no: number,
          out_refund_no: requestNumber,
          reason: truncateBytes(reason, MAX_REASON_BYTES),
          notify_url: notifyUrl,
          amount: { refund: amountFen, total: totalFen, currency: 'CNY' },
        })
        return refundAnswered(requestNumber, data)
      } catch (cause) {
        const code = codeOf(cause)
        return TEMPORARY_CODES.includes(code)
          ? { type: 'unavailable', code: describeFault(cause) }
          : { type: 'refused', code }
      }
    },
    queryRefund: async (requestNumber) => {
      try {
        const { data } = await at(`refund/domestic/refunds/${requestNumber}`).get()
        return refundAnswered(requestNumber, data)
      } catch (cause) {
        return codeOf(cause) === 'RESOURCE_NOT_EXISTS'
          ? { type: 'unknown' }
          : { type: 'unavailable' }
      }
    },
    readNotification: async (headers, body, now): Promise<GatewayNotification> => {
      const said = (name: string) => headers.get(`wechatpay-${name}`) ?? ''
      const age = Math.abs(now.getTime() / 1000 - Number(said('timestamp')))
      if (!(age <= MAX_NOTIFICATION_AGE_SECONDS)) return { type: 'forged' }
      const key = keys.get(said('serial'))
      if (key === undefined)
        return SERIAL.test(said('serial'))
          ? { type: 'unknown key', serial: said('serial') }
          : { type: 'forged' }
      const message = Formatter.response(said('timestamp'), said('nonce'), body)
      if (!isSigned(message, said('signature'), key)) return { type: 'forged' }
      try {
        const notice = v.parse(NotificationBody, JSON.parse(body))
        const { ciphertext, nonce, associated_data: aad } = notice.resource
        const said: unknown = JSON.parse(Aes.AesGcm.decrypt(ciphertext, apiKey, nonce, aad))
        if (notice.event_type.startsWith('REFUND.')) return refundOf(said)
        if (notice.event_type !== 'TRANSACTION.SUCCESS') return { type: 'other' }
        const standing = standingOf(said)
        return standing.type === 'paid' ? standing : { type: 'other' }
      } catch {
        return { type: 'forged' }
      }
    },
    notificationReply: (isHeard) => ({
      contentType: 'application/json',
      body: JSON.stringify(isHeard ? { code: 'SUCCESS' } : { code: 'FAIL', message: 'SIGN_ERROR' }),
    }),
    fetchStatement: async (day): Promise<GatewayDayStatement | undefined> => {
      try {
        const { data } = await at('bill/tradebill').get({
          params: { bill_date: day, bill_type: 'ALL' },
        })
        const { download_url, hash_value } = v.parse(Bill, data)
        const address = new URL(download_url)
        // The response contains a full URL. Only the path of the URL is used, so that signed
        // requests are sent to the service only.
        const { data: bill } = await at(address.pathname.replace(/^\/v3\//, '')).get({
          params: Object.fromEntries(address.searchParams),
          responseType: 'arraybuffer',
        })
        // The file is not signed, but the signed response before it contains the file's hash.
        if (
          !Buffer.isBuffer(bill) ||
          createHash('sha1').update(bill).digest('hex') !== hash_value.toLowerCase()
        )
          return undefined
        return parseWechatpayBill(bill.toString('utf8'))
      } catch (cause) {
        return codeOf(cause) === 'NO_STATEMENT_EXIST' ? { payments: [], refunds: [] } : undefined
      }
    },
  }
}

const toRefund = (said: {
  readonly out_trade_no: string
  readonly out_refund_no: string
  readonly refund_id: string
  readonly amount: { readonly refund: number }
}) => ({
  number: said.out_trade_no,
  requestNumber: said.out_refund_no,
  refund: said.refund_id,
  amountFen: said.amount.refund,
})

// Shortens a text to a number of bytes without splitting a character.
function truncateBytes(text: string, most: number): string {
  const letters = [...text]
  while (Buffer.byteLength(letters.join('')) > most) letters.pop()
  return letters.join('')
}

function isSigned(
  message: string,
  signature: string,
  key: Parameters<typeof Rsa.verify>[2],
): boolean {
  try {
    return Rsa.verify(message, signature, key)
  } catch {
    return false
  }
}

function codeOf(cause: unknown): string {
  const parsed = v.safeParse(Failure, cause)
  return parsed.success ? (parsed.output.response.data.code ?? '') : ''
}

// What went wrong, for people: the code of the service, of the check of its signature, of the
// connection, or the HTTP status of an answer without a code.
function describeFault(cause: unknown): string {
  const { code, response }: { code?: unknown; response?: { status?: unknown } } = Object(cause)
  if (typeof code === 'string' && code.startsWith('EV3_')) return code
  if (codeOf(cause) !== '') return codeOf(cause)
  if (typeof response?.status === 'number') return `HTTP ${response.status}`
  return typeof code === 'string' ? code : ''
}

/** A time as RFC 3339 text in China's time zone, to the second. */
const chinaTime = (at: Date) =>
  `${new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`
