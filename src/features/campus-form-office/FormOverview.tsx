import { OfficeLink, OfficePage, Table } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { selectWording } from '#contract/campus-form-definition'
import { campusFormOffice } from '#contract/campus-form-office'
import { campusFormOfficeTexts } from '#i18n/campus-form-office'

/** The published forms, and how many students have answered each. */
export function FormOverview() {
  const texts = useTexts(campusFormOfficeTexts)
  const language = useLanguage()
  const read = useOnlineQuery({ name: 'form-answers', entry: campusFormOffice.forms, input: {} })
  return (
    <OfficePage title={texts.title}>
      {read.data === undefined ? (
        <QueryFallback kept={read} failed={texts.title} rows={6} />
      ) : (
        <Table
          titled
          caption={texts.title}
          columns={[
            {
              title: texts.form,
              cell: (one) => (
                <>
                  <OfficeLink to={`formanswers/${one.form}`}>
                    {selectWording(one.title, language)}
                  </OfficeLink>{' '}
                  {one.isRetired && <Pill tone="mute">{texts.retired}</Pill>}
                </>
              ),
            },
            { title: texts.expected, cell: ({ expected }) => expected, isNumeric: true },
            {
              title: texts.answered,
              cell: ({ submitted, pending, approved, rejected }) =>
                submitted + pending + approved + rejected,
              isNumeric: true,
            },
            ...(['pending', 'approved', 'rejected'] as const).map((state) => ({
              title: texts.states[state] ?? '',
              cell: (one: { isReviewed: boolean } & Record<typeof state, number>) =>
                one.isReviewed ? one[state] : '',
              isNumeric: true,
            })),
          ]}
          rows={read.data.forms}
          rowKey={({ form }) => form}
          empty={<p>{texts.noForms}</p>}
        />
      )}
    </OfficePage>
  )
}
