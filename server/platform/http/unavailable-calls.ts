import type { AnyEndpoint } from '#contract/call'
import { contract } from '#contract/index'
import { familyTexts } from '#i18n/family'
import { notOfferedTexts } from '#i18n/not-offered'
import type { LocalizedText } from '#i18n/translate'
import type { Settings } from '../settings/settings.ts'

/**
 * Finds the calls that this campus does not offer, each with its reason. They are answered with
 * 404.
 */
export const findUnavailableCalls = ({
  hosts,
  gateway,
  sms,
}: Pick<Settings, 'hosts' | 'gateway' | 'sms'>): ReadonlyMap<AnyEndpoint, LocalizedText> =>
  new Map([
    ...(hosts.length === 0 ? HOST : []),
    ...(gateway.type === 'none' ? PAYMENT : []),
    ...(sms === 'none' ? SMS : []),
  ])

const { identity, payment, profile, support } = contract
const because = (says: LocalizedText, ...calls: AnyEndpoint[]): [AnyEndpoint, LocalizedText][] =>
  calls.map((call) => [call, says])

const HOST = [
  ...because(notOfferedTexts.noAccount, identity.exchangeCode, support.signature, support.ticket),
  ...because(notOfferedTexts.noService, support.callService),
]
const PAYMENT = because(notOfferedTexts.noPayment, payment.orderId, payment.pay, payment.cancel)
const SMS = because(familyTexts.noSms, profile.sendCode, profile.checkPhone, profile.changePhone)
