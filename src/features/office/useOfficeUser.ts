import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { office } from '#contract/office'

/** Reads the office user and their current permissions. */
export const useOfficeUser = () =>
  useOnlineQuery({ name: 'office-me', entry: office.me, input: {} })
