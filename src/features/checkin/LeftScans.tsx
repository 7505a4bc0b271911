import { type ReactNode, useEffect, useState } from 'react'
import { useLanguage, useTexts } from '#app/lib/language.ts'
import { agoByPhone } from '#app/lib/moments.ts'
import { useNetwork } from '#app/lib/network.ts'
import { useOutbox } from '#app/lib/outbox.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { useNamed } from '#app/ui/named.ts'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Row } from '#app/ui/Row.tsx'
import { toast } from '#app/ui/toast.ts'
import type { Resident, Roster } from '#contract/checkin'
import { looksSealed } from '#contract/checkin-pass'
import { scannerTexts } from '#i18n/checkin-scanner'
import { commonTexts } from '#i18n/common'
import type { Item } from '#offline/item'
import { deliverLeft, leftScans } from './left.ts'
import { residentOf } from './residents.ts'
import { readScan } from './scans.ts'

/** How what one colleague has left is taken out of the phone as a file. */
export type ExportLeft = (left: {
  readonly subject: string
  readonly items: readonly Item[]
}) => ReactNode

/**
 * What colleagues scanned on this phone and the university does not have. Who is bound may deliver
 * those of the own buildings, under the name of who scanned; the others are counted, not shown.
 */
export function LeftScans({
  roster,
  exportLeft,
  onDelivered,
}: {
  roster: Roster | undefined
  exportLeft: ExportLeft
  onDelivered: () => void
}) {
  const { items: own } = useOutbox()
  const [left, setLeft] = useState<readonly Item[]>([])
  const [turn, again] = useState(0)
  // Also when somebody else's outbox changes, the own view is read anew.
  useEffect(() => {
    let gone = false
    void leftScans()
      .then((found) => gone || setLeft(found))
      .catch(() => {})
    return () => {
      gone = true
    }
  }, [own, turn])
  const subjects = [...new Set(left.map(({ subject }) => subject))]
  return subjects.map((subject) => (
    <LeftBy
      key={subject}
      subject={subject}
      items={left.filter((item) => item.subject === subject)}
      roster={roster}
      exportLeft={exportLeft}
      onDelivered={() => {
        again(turn + 1)
        onDelivered()
      }}
    />
  ))
}

function LeftBy({
  subject,
  items,
  roster,
  exportLeft,
  onDelivered,
}: {
  subject: string
  items: readonly Item[]
  roster: Roster | undefined
  exportLeft: ExportLeft
  onDelivered: () => void
}) {
  const texts = useTexts(scannerTexts)
  const common = useTexts(commonTexts)
  const offline = useNetwork() === 'offline'
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  // Whom a colleague has sealed nobody here can say: the university judges those by the buildings.
  const here = items.flatMap((item) => {
    const { scanned } = readScan(item.payload)
    const resident = residentOf(roster, scanned)
    return resident === undefined && !looksSealed(scanned) ? [] : [{ item, resident }]
  })
  const elsewhere = items.length - here.length
  const deliver = async () => {
    setProblem(offline ? common.offlineOnly : undefined)
    if (offline) return
    setBusy(true)
    const ended = await deliverLeft(here.map(({ item }) => item)).catch(() => ({
      arrived: 0,
      problem: common.systemFault,
    }))
    setBusy(false)
    setProblem(ended.problem)
    if (ended.arrived > 0) toast(texts.leftDelivered(ended.arrived))
    onDelivered()
  }
  return (
    <>
      <Card flush title={texts.left(subject, items.length)}>
        {here.map(({ item, resident }) => (
          <LeftRow key={item.order} item={item} resident={resident} />
        ))}
        {elsewhere > 0 && <Row label={texts.leftElsewhere(elsewhere, subject)} />}
      </Card>
      <Quiet note>{texts.leftText(subject)}</Quiet>
      <Alert text={problem} />
      {here.length > 0 && (
        <Button tone="second" busy={busy} onClick={() => void deliver()}>
          {texts.leftDeliver(here.length, subject)}
        </Button>
      )}
      {exportLeft({ subject, items })}
    </>
  )
}

function LeftRow({ item, resident }: { item: Item; resident: Resident | undefined }) {
  const texts = useTexts(scannerTexts)
  const language = useLanguage()
  const named = useNamed()
  return (
    <Row
      label={resident?.name ?? texts.sealed}
      description={[
        resident && texts.place(named(resident.building), resident.room),
        agoByPhone(item.capturedAt, language),
      ]
        .filter(Boolean)
        .join(' · ')}
    />
  )
}
