import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { disabledPaymentGateway } from './disabled-gateway.ts'
import type { PaymentGateway } from './payment-gateway.ts'
import { sandboxGateway } from './sandbox-gateway.ts'
import { wechatpayGateway } from './wechatpay-gateway.ts'

/** Opens the payment gateway of the settings. */
export function openGateway(
  { gateway }: Pick<Settings, 'gateway'>,
  world: { db: Db; clock: Clock },
): PaymentGateway {
  switch (gateway.type) {
    case 'none':
      return disabledPaymentGateway
    case 'sandbox':
      return sandboxGateway(world)
    case 'wechatpay':
      return wechatpayGateway(gateway)
  }
}
