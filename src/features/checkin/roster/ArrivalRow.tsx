import { formatRecentTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Row } from '#app/ui/Row.tsx'
import type { Arrival } from '#contract/checkin'
import { scannerTexts } from '#i18n/checkin-scanner'
import type { FindGivenKey } from '../keys/given-key.ts'
import { HandKey, useDescribeKey } from '../keys/HandKey.tsx'
import { RevokeArrival } from './RevokeArrival.tsx'

/** One confirmed arrival with the person who confirmed it and a button to revoke it. */
export function ArrivalRow({
  arrival: { id, name, building, room, at, by, student, keyAt, keyBy },
  findKey,
  onRemoved,
}: {
  arrival: Arrival
  findKey: FindGivenKey | undefined
  onRemoved: () => void
}) {
  const texts = useTexts(scannerTexts)
  const language = useLanguage()
  const named = useTranslateName()
  const describeKey = useDescribeKey()
  const key = student === undefined ? undefined : findKey?.({ student, keyAt, keyBy })
  const said = [
    texts.place(named(building), room),
    at !== undefined && formatRecentTime(Date.parse(at), language),
    by !== undefined && texts.confirmedBy(by),
    describeKey(key),
  ]
  return (
    <Row
      label={name}
      description={said.filter(Boolean).join(' · ')}
      trailing={
        <>
          {student !== undefined && (
            <HandKey
              student={student}
              shown={{ name, number: '', building, room }}
              givenKey={key}
            />
          )}
          <RevokeArrival id={id} name={name} onRemoved={onRemoved} />
        </>
      }
    />
  )
}
