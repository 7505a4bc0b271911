import type { Database } from './platform/database/database.ts'
import type { HandlerServices } from './platform/http/handler.ts'
import { createRateLimits } from './platform/http/limits/rate-limits.ts'
import { createSealer } from './platform/sessions/sealer.ts'
import { createSmsSender } from './platform/sms/sms-sender.ts'
import { createIdentityProvider } from './platform/university/create-identity-provider.ts'

/** Creates the services that handlers use, for the server and for the command line. */
export const createHandlerServices = ({
  database,
  settings,
  clock,
  hosts,
  log,
}: { database: Database } & Pick<
  HandlerServices,
  'settings' | 'clock' | 'hosts' | 'log'
>): HandlerServices => ({
  settings,
  clock,
  hosts,
  log,
  limits: createRateLimits(database, settings),
  sms: createSmsSender(settings),
  university: createIdentityProvider(settings),
  sealer: createSealer(settings),
})
