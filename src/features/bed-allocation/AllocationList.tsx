import { useNavigate } from '@tanstack/react-router'
import { formatChinaTime, OfficePage, Table, OfficeLink } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { bedAllocation } from '#contract/bed-allocation'
import { bedAllocationTexts } from '#i18n/bed-allocation'
import { AllocationForm } from './AllocationForm.tsx'
import { AllocationState } from './AllocationState.tsx'

/** A form for the preview of an allocation, and the allocations so far. */
export function AllocationList() {
  const texts = useTexts(bedAllocationTexts)
  const navigate = useNavigate()
  const live = useOnlineQuery({ name: 'bed-allocations', entry: bedAllocation.list, input: {} })
  return (
    <OfficePage
      title={texts.title}
      actions={<OfficeLink to="beds/rooms">{texts.rooms}</OfficeLink>}
    >
      <MutedText>{texts.about}</MutedText>
      <MutedText>{texts.rules}</MutedText>
      {live.data === undefined ? (
        <QueryFallback kept={live} failed={live.problem ?? ''} />
      ) : (
        <>
          <Card title={texts.preview}>
            <AllocationForm
              choices={live.data}
              onPreview={({ id }) =>
                void navigate({ to: '/manage/$', params: { _splat: `beds/allocation/${id}` } })
              }
            />
          </Card>
          <Table
            caption={texts.history}
            empty={<MutedText>{texts.noHistory}</MutedText>}
            columns={[
              {
                title: texts.at,
                cell: ({ id, at }) => (
                  <OfficeLink to={`beds/allocation/${id}`}>{formatChinaTime(at)}</OfficeLink>
                ),
              },
              {
                title: texts.department,
                cell: ({ request }) => request.department || texts.everybody,
              },
              { title: texts.placed, isNumeric: true, cell: ({ figures }) => figures.placed },
              {
                title: texts.unplaced,
                isNumeric: true,
                cell: ({ figures }) =>
                  figures.unplaced.reduce((sum, { students }) => sum + students, 0),
              },
              { title: texts.seed, isNumeric: true, cell: (one) => one.request.seed },
              { title: texts.state, cell: (one) => <AllocationState of={one} /> },
            ]}
            rows={live.data.allocations}
            rowKey={({ id }) => id}
          />
        </>
      )}
    </OfficePage>
  )
}
