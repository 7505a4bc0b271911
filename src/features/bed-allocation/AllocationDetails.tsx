import { useState } from 'react'
import {
  ExportButtons,
  OfficePage,
  PagedTable,
  ReasonSheet,
  Table,
  OfficeLink,
} from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Row } from '#app/ui/Row.tsx'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import { showToast } from '#app/ui/toast.ts'
import { type BedAllocation, bedAllocation } from '#contract/bed-allocation'
import { bedAllocationTexts, unplacedReasonTexts } from '#i18n/bed-allocation'
import { AllocationState } from './AllocationState.tsx'
import styles from './bed-allocation.module.css'

/** An allocation: its figures, who gets which bed, and the actions of its state. */
export function AllocationDetails({ id }: { id: string }) {
  const texts = useTexts(bedAllocationTexts)
  const live = useOnlineQuery({ name: 'bed-allocations', entry: bedAllocation.list, input: {} })
  const allocation = live.data?.allocations.find((one) => one.id === id)
  return (
    <OfficePage title={texts.title} actions={<OfficeLink to="beds">{texts.backToAll}</OfficeLink>}>
      {allocation !== undefined ? (
        <>
          <Alert
            text={allocation.figures.isRepeatable === false ? texts.notRepeatable : undefined}
          />
          <Figures of={allocation} />
          <Actions of={allocation} onEnd={live.retry} />
          <Buildings of={allocation} />
          <Students of={allocation} />
        </>
      ) : live.data !== undefined ? (
        <p>{texts.unknown}</p>
      ) : (
        <QueryFallback kept={live} failed={live.problem ?? ''} />
      )}
    </OfficePage>
  )
}

function Figures({ of: allocation }: { of: BedAllocation }) {
  const texts = useTexts(bedAllocationTexts)
  const reasons = useTexts(unplacedReasonTexts)
  const { figures, request } = allocation
  return (
    <div className={styles['figures']}>
      <Card flush title={texts.result}>
        <Row label={texts.state} value={<AllocationState of={allocation} />} />
        <Row label={texts.department} value={request.department || texts.everybody} />
        <Row label={texts.seed} value={request.seed} />
        <Row label={texts.placed} value={figures.placed} />
        <Row label={texts.already} value={figures.already} />
        <Row label={texts.classes} value={figures.classes} />
        <Row label={texts.splitClasses} value={figures.splitClasses} />
        <Row label={texts.alone} value={figures.alone} />
      </Card>
      {figures.unplaced.length > 0 && (
        <Card flush title={texts.unplaced}>
          {figures.unplaced.map(({ reason, students }) => (
            <Row key={reason} label={reasons[reason]} value={students} />
          ))}
        </Card>
      )}
    </div>
  )
}

function Actions({ of: { id, state, figures }, onEnd }: { of: BedAllocation; onEnd: () => void }) {
  const texts = useTexts(bedAllocationTexts)
  const { send, busy, problem } = useOnlineCall()
  const apply = async () => {
    const outcome = await send(bedAllocation.apply, { id })
    if (outcome?.type !== 'ok') return
    showToast(texts.applied(outcome.data.placed))
    onEnd()
  }
  switch (state) {
    case 'draft':
      return (
        <div className={styles['actions']}>
          <Alert text={problem} />
          {figures.placed > 0 && (
            <Button busy={busy} onClick={() => void apply()}>
              {texts.apply(figures.placed)}
            </Button>
          )}
          <MutedText>{texts.applyAbout}</MutedText>
        </div>
      )
    case 'applied':
      return (
        <div>
          <ReasonSheet
            action={texts.revert}
            named={texts.revertNamed(figures.placed)}
            about={texts.revertAbout}
            entry={bedAllocation.revert}
            input={(reason) => ({ id, reason })}
            done={({ reverted, kept }) => texts.reverted(reverted, kept)}
            onEnd={onEnd}
          />
        </div>
      )
    case 'reverted':
      return null
  }
}

function Buildings({ of: { figures } }: { of: BedAllocation }) {
  const texts = useTexts(bedAllocationTexts)
  return (
    <Table
      caption={texts.byBuilding}
      columns={[
        { title: texts.building, cell: ({ building }) => building },
        { title: texts.free, isNumeric: true, cell: ({ free }) => free },
        { title: texts.used, isNumeric: true, cell: ({ placed }) => placed },
        { title: texts.left, isNumeric: true, cell: ({ free, placed }) => free - placed },
      ]}
      rows={figures.buildings}
      rowKey={({ building }) => building}
    />
  )
}

function Students({ of: { id } }: { of: BedAllocation }) {
  const texts = useTexts(bedAllocationTexts)
  const reasons = useTexts(unplacedReasonTexts)
  const [part, setPart] = useState<'placed' | 'unplaced'>('placed')
  return (
    <>
      <div className={styles['lists']}>
        <SegmentedControl
          label={texts.part}
          value={part}
          options={[
            { value: 'placed', label: texts.listPlaced },
            { value: 'unplaced', label: texts.listUnplaced },
          ]}
          onChoose={setPart}
        />
        <ExportButtons
          named
          what={texts.title}
          entry={bedAllocation.export}
          inputFor={(format) => ({ allocation: id, format })}
        />
      </div>
      <PagedTable
        title={part === 'placed' ? texts.listPlaced : texts.listUnplaced}
        name="allocated-beds"
        entry={bedAllocation.students}
        input={{ id, part }}
        rowsOf={({ students }) => students}
        columns={[
          {
            title: texts.name,
            cell: ({ student, name }) => <OfficeLink to={`students/${student}`}>{name}</OfficeLink>,
          },
          { title: texts.number, cell: ({ number }) => number },
          { title: texts.department, cell: (one) => one.department },
          { title: texts.className, cell: ({ className }) => className },
          part === 'placed'
            ? { title: texts.bed, cell: ({ building, room, bed }) => `${building} ${room} ${bed}` }
            : { title: texts.reason, cell: ({ reason }) => (reason === '' ? '' : reasons[reason]) },
        ]}
        rowKey={({ student }) => student}
      />
    </>
  )
}
