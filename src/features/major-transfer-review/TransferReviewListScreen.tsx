import { useState } from 'react'
import {
  type TableColumn,
  PagedTable,
  OfficePage,
  SearchLine,
  OfficeLink,
} from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import {
  TRANSFER_NOT_PASSED,
  TRANSFER_PASSED,
  type TransferEntry,
  majorTransferReview,
} from '#contract/major-transfer-review'
import { majorTransferReviewTexts } from '#i18n/major-transfer-review'
import { TransferPill } from './TransferPill.tsx'

/** The applications for a change of major, the oldest first. */
export function TransferReviewListScreen() {
  const texts = useTexts(majorTransferReviewTexts)
  const [filter, setFilter] = useState({ status: '0', find: '' })
  const columns: readonly TableColumn<TransferEntry>[] = [
    {
      title: texts.student,
      cell: ({ id, name, number }) => (
        <OfficeLink to={`transferdesk/${id}`}>
          {name} {number}
        </OfficeLink>
      ),
    },
    { title: texts.now, cell: ({ oldDepartment, oldMajor }) => `${oldDepartment} ${oldMajor}` },
    { title: texts.wish, cell: ({ newDepartment, newMajor }) => `${newDepartment} ${newMajor}` },
    { title: texts.appliedAt, cell: ({ appliedAt }) => appliedAt },
    { title: texts.status, cell: ({ status }) => <TransferPill status={status} /> },
  ]
  return (
    <OfficePage title={texts.title}>
      <SearchLine label={texts.find} onSearch={(find) => setFilter({ ...filter, find })}>
        <SegmentedControl
          label={texts.status}
          value={filter.status}
          options={[
            { value: '0', label: texts.pending },
            { value: TRANSFER_PASSED, label: texts.passed },
            { value: TRANSFER_NOT_PASSED, label: texts.notPassed },
            { value: '', label: texts.all },
          ]}
          onChoose={(status) => setFilter({ ...filter, status })}
        />
      </SearchLine>
      <PagedTable
        title={texts.title}
        name="transferdesk"
        entry={majorTransferReview.list}
        input={filter}
        rowsOf={({ entries }) => entries}
        columns={columns}
        rowKey={({ id }) => id}
      />
    </OfficePage>
  )
}
