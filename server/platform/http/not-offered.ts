import type { AnyEntry } from '#contract/call'
import { contract } from '#contract/index'
import { familyWords } from '#words/family'
import { offeredWords } from '#words/offered'
import type { Text } from '#words/say'
import type { Settings } from '../settings/settings.ts'

/** The calls that this campus does not offer, and why: they are not mounted. */
export const notOffered = ({
  host,
  gateway,
  sms,
}: Pick<Settings, 'host' | 'gateway' | 'sms'>): ReadonlyMap<AnyEntry, Text> =>
  new Map([
    ...(host.type === 'none' ? HOST : []),
    ...(gateway.type === 'none' ? PAYMENT : []),
    ...(sms === 'none' ? SMS : []),
  ])

const { identity, payment, profile, support } = contract
const because = (says: Text, ...calls: AnyEntry[]): [AnyEntry, Text][] =>
  calls.map((call) => [call, says])

const HOST = [
  ...because(offeredWords.noAccount, identity.exchangeCode, support.signature, support.ticket),
  ...because(offeredWords.noService, support.callService),
]
const PAYMENT = because(offeredWords.noPayment, payment.orderId, payment.pay, payment.cancel)
const SMS = because(familyWords.noSms, profile.sendCode, profile.checkPhone, profile.changePhone)
