import { FileQuestionMark } from 'lucide'
import { useState } from 'react'
import { OfficePage, OfficeButtonLink } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import type { EditableReferenceRow } from '#contract/reference-data'
import { referenceDataTexts } from '#i18n/reference-data'
import type { ReferenceCatalogue } from './catalogue.tsx'
import { ReferenceRowForm } from './ReferenceRowForm.tsx'
import { ReferenceRowList } from './ReferenceRowList.tsx'

const NEW = 'new'

/** A catalogue's list, or the form of the row named in the address. */
export function CatalogueScreen<V extends Readonly<Record<string, string>>>({
  catalogue,
  rest,
}: {
  catalogue: ReferenceCatalogue<V>
  rest: string
}) {
  const [revision, setRevision] = useState(0)
  if (rest === '') return <ReferenceRowList catalogue={catalogue} />
  return (
    <Opened
      // The key remounts the form after a save, so that the next save sends the new version.
      key={`${rest} ${revision}`}
      catalogue={catalogue}
      id={rest === NEW ? '' : rest}
      onSaved={() => setRevision(revision + 1)}
    />
  )
}

function Opened<V extends Readonly<Record<string, string>>>({
  catalogue,
  id,
  onSaved,
}: {
  catalogue: ReferenceCatalogue<V>
  id: string
  onSaved: () => void
}) {
  const texts = useTexts(referenceDataTexts)
  const read = useOnlineQuery({
    name: `${catalogue.resource}-one`,
    entry: catalogue.list,
    input: { find: '', after: '', id: id === '' ? NEW : id },
  })
  // The row as it was first read. A later fetch does not replace the text that the user is typing.
  // If the user then saves over a newer version, an error is shown.
  const [first, setFirst] = useState<{ row: EditableReferenceRow | undefined }>()
  if (first === undefined && read.data !== undefined && !read.busy)
    setFirst({ row: read.data.rows.find((one) => one.id === id) })
  if (first !== undefined && (first.row !== undefined || id === ''))
    return <ReferenceRowForm catalogue={catalogue} row={first.row} onSaved={onSaved} />
  return (
    <OfficePage
      title={texts[catalogue.resource]}
      actions={
        <OfficeButtonLink tone="second" to={`content/${catalogue.resource}`}>
          {texts.back}
        </OfficeButtonLink>
      }
    >
      {first === undefined ? (
        <QueryFallback kept={read} failed={texts[catalogue.resource]} />
      ) : (
        <EmptyState icon={<Icon of={FileQuestionMark} />} title={texts.unknownRow} />
      )}
    </OfficePage>
  )
}
