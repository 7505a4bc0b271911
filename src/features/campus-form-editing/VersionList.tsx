import { useState } from 'react'
import { formatChinaTime, Table } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { campusFormEditing, type EditableCampusForm } from '#contract/campus-form-editing'
import { campusFormEditingTexts } from '#i18n/campus-form-editing'
import type { EditedForm } from './edit-history.ts'
import { VersionComparison } from './VersionComparison.tsx'
import styles from './campus-form-editing.module.css'

/** The published versions of a form, each with what changed from the one before. */
export function VersionList({
  form: { form, versions },
  onUse,
}: {
  form: EditableCampusForm
  /** Continues with this version as the draft. */
  onUse: (version: EditedForm) => void
}) {
  const texts = useTexts(campusFormEditingTexts)
  const [shown, setShown] = useState<number>()
  if (versions.length === 0) return <MutedText>{texts.noVersions}</MutedText>
  return (
    <>
      <Table
        caption={texts.history}
        titled
        columns={[
          { title: texts.version, cell: ({ version }) => texts.versionNumber(version) },
          {
            title: texts.publishedAt,
            short: true,
            cell: ({ publishedAt }) => formatChinaTime(publishedAt).slice(0, 16),
          },
          { title: texts.by, cell: ({ by }) => by },
          {
            title: '',
            cell: ({ version }) => (
              <TextButton label={texts.showChangesOf(version)} onClick={() => setShown(version)}>
                {texts.showChanges}
              </TextButton>
            ),
          },
        ]}
        rows={versions}
        rowKey={({ version }) => String(version)}
      />
      <Sheet
        open={shown !== undefined}
        title={texts.versionNumber(shown ?? 0)}
        onClose={() => setShown(undefined)}
      >
        {shown !== undefined && (
          <ShownVersion
            key={shown}
            form={form}
            version={shown}
            onUse={(version) => {
              setShown(undefined)
              onUse(version)
            }}
          />
        )}
      </Sheet>
    </>
  )
}

function ShownVersion({
  form,
  version,
  onUse,
}: {
  form: string
  version: number
  onUse: (version: EditedForm) => void
}) {
  const texts = useTexts(campusFormEditingTexts)
  const after = usePublishedVersion(form, version)
  const before = usePublishedVersion(form, Math.max(1, version - 1))
  if (after.data === undefined || before.data === undefined)
    return <QueryFallback kept={after.data === undefined ? after : before} failed={texts.failed} />
  const { published } = after.data
  return (
    <div className={styles['panel']}>
      <VersionComparison
        before={version === 1 ? undefined : before.data.published}
        after={published}
      />
      <TextButton onClick={() => onUse(published)}>{texts.useAsDraft}</TextButton>
    </div>
  )
}

const usePublishedVersion = (form: string, version: number) =>
  useOnlineQuery({
    name: 'campus-form-version',
    entry: campusFormEditing.version,
    input: { form, version },
  })
