import { useOwnRecord } from '#app/features/profile/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { commonTexts } from '#i18n/common'
import { feesTexts } from '#i18n/fees'
import { feeItemsQuery } from '../queries.ts'

/**
 * Reads the single fees. The request needs the ID number, which no phone stores, so the student's
 * own record is read first.
 */
export function useFeeItems() {
  const texts = useTexts(feesTexts)
  const common = useTexts(commonTexts)
  const offline = useNetwork() === 'offline'
  const { kept: own, record } = useOwnRecord()
  const idCard = record?.idCard ?? ''
  const read = useCachedQuery({ ...feeItemsQuery(idCard), enabled: idCard !== '' })
  const ownIsOver = idCard === '' && (own.state === 'failed' || own.state === 'cached')
  let problem: string | undefined
  if (offline) problem = common.offlineOnly
  else if (ownIsOver) problem = own.problem ?? texts.ownFailed
  else if (read.state === 'failed') problem = read.problem ?? common.systemFault
  const retry = idCard === '' ? own.retry : read.retry
  return {
    items: read.data?.items,
    /** The state of the read while there are no fees. */
    reading: {
      state: problem === undefined ? ('loading' as const) : ('failed' as const),
      problem,
      retry,
    },
  }
}
