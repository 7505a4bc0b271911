import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { office } from '#contract/office'

/** Who works in the office here, and what they may do at this moment. */
export const useOfficeUser = () =>
  useOnlineQuery({ name: 'office-me', entry: office.me, input: {} })
