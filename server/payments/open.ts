import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Settings } from '../platform/settings.ts'
import type { Gateway } from './gateway.ts'
import { sandboxGateway } from './sandbox.ts'
import { wechatpayGateway } from './wechatpay.ts'

/** The payment service that the settings name. */
export const openGateway = ({ gateway }: Settings, world: { db: Db; clock: Clock }): Gateway =>
  gateway.type === 'sandbox' ? sandboxGateway(world) : wechatpayGateway(gateway)
