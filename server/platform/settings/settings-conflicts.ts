import { REQUIRED_MERCHANT_VARIABLES } from './payment-settings.ts'
import type { Settings } from './settings.ts'

const WECHAT_VARIABLES = [
  'WECHAT_APP_ID',
  'WECHAT_APP_SECRET',
  'WECHAT_API_URL',
  'WECHAT_AUTHORIZE_URL',
] as const

const WECOM_VARIABLES = [
  'WECOM_CORP_ID',
  'WECOM_AGENT_ID',
  'WECOM_SECRET',
  'WECOM_API_URL',
  'WECOM_AUTHORIZE_URL',
] as const

const DINGTALK_VARIABLES = [
  'DINGTALK_CORP_ID',
  'DINGTALK_AGENT_ID',
  'DINGTALK_CLIENT_ID',
  'DINGTALK_CLIENT_SECRET',
  'DINGTALK_API_URL',
] as const

const WEBHOOK_VARIABLES = ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET'] as const

/**
 * Returns a sentence for each provider whose keys are missing. Also returns a sentence for each
 * sandbox provider if real keys are set: in the sandbox anybody can take any identity, so it must
 * not run with real keys. `given`: the variables as set.
 */
export function findProviderSettingMistakes(
  given: Readonly<Record<string, string | undefined>>,
): string[] {
  const has = (name: string) => given[name] !== undefined
  const provider = (name: string) => given[name] ?? 'sandbox'
  const providers = (name: string) =>
    provider(name)
      .split(',')
      .map((one) => one.trim())
  const sentences: string[] = []
  const pairs = [
    ['HOST_PROVIDER', 'wechat', WECHAT_VARIABLES],
    ['HOST_PROVIDER', 'wecom', WECOM_VARIABLES],
    ['HOST_PROVIDER', 'dingtalk', DINGTALK_VARIABLES],
    ['PAYMENT_PROVIDER', 'wechatpay', REQUIRED_MERCHANT_VARIABLES],
    ['SMS_PROVIDER', 'webhook', WEBHOOK_VARIABLES],
  ] as const
  for (const [name, real, keys] of pairs) {
    const missing = keys.filter((key) => !has(key))
    const present = keys.filter(has)
    if (providers(name).includes(real) && missing.length > 0)
      sentences.push(`${name}=${real} needs ${missing.join(', ')}.`)
    if (['sandbox', 'none'].includes(provider(name)) && present.length > 0)
      sentences.push(
        `${present.join(', ')} cannot be set together with ${name}=${provider(name)}; set ${name}=${real} or remove the keys.`,
      )
  }
  // WeChat Pay identifies the payer by the openId of WeChat.
  if (
    !providers('HOST_PROVIDER').includes('wechat') &&
    provider('PAYMENT_PROVIDER') === 'wechatpay'
  )
    sentences.push(
      `HOST_PROVIDER=${provider('HOST_PROVIDER')} cannot be combined with PAYMENT_PROVIDER=wechatpay.`,
    )
  return sentences
}

/** Returns a sentence for each pair of settings that contradict each other. */
export function findContradictorySettings(settings: Settings): string[] {
  const sentences: string[] = []
  const hosts = settings.hosts.map(({ type }) => type)
  if (settings.demo && hosts.some((type) => type !== 'sandbox'))
    sentences.push(
      `DEMO=1 cannot be combined with HOST_PROVIDER=${hosts.join(',')}: the demo identities are known to everybody. Set DEMO=0.`,
    )
  // Outside the demo, and at a public address, the sandbox would let anybody take any identity and
  // pay real fees with play money.
  const providers = [
    ['HOST_PROVIDER', hosts[0], 'wechat, wecom, dingtalk or none'],
    ['PAYMENT_PROVIDER', settings.gateway.type, 'wechatpay or none'],
    ['SMS_PROVIDER', settings.sms, 'webhook or none'],
  ] as const
  for (const [name, value, instead] of providers)
    if (!settings.demo && value === 'sandbox')
      sentences.push(
        `${name}=sandbox is for the demo only, and what holds when nothing is set; set ${name} to ${instead}, or DEMO=1.`,
      )
  if (!settings.demo && !settings.secondFactor)
    sentences.push('SECOND_FACTOR=0 is for the demo only; remove it, or set DEMO=1.')
  for (const role of ['administrator', 'finance'] as const)
    if (!settings.demo && !settings.secondFactorRoles.includes(role))
      sentences.push(`SECOND_FACTOR_ROLES must name ${role}, or set DEMO=1.`)
  if (!settings.demo && settings.clockOffsetSeconds !== 0)
    sentences.push('CLOCK_OFFSET_SECONDS is for the demo and for tests only; it needs DEMO=1.')
  return sentences
}
