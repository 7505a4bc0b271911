import { useTexts } from '#app/lib/language/language.ts'
import { useExclusiveAction } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { DropZone } from '#app/ui/DropZone.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { ACCEPTED_ENDINGS } from '#contract/file-endings'
import { MAX_NOTICE_FILES, noticePublishing } from '#contract/notice-publishing'
import type { NoticeFile } from '#contract/notices'
import { noticePublishingTexts } from '#i18n/notice-publishing'
import styles from './notice-publishing.module.css'

/** The files of a notice. They are uploaded one by one and attached when the notice is saved. */
export function NoticeFilesField({
  files,
  onChange,
}: {
  files: readonly NoticeFile[]
  onChange: (files: readonly NoticeFile[]) => void
}) {
  const texts = useTexts(noticePublishingTexts)
  const { run, busy, problem } = useExclusiveAction()
  const bring = async (file: File) => {
    const outcome = await run(async () => {
      const { uploadFile } = await import('#app/lib/pictures/upload-with-progress.ts')
      return uploadFile(noticePublishing.attach, file)
    })
    if (outcome?.type === 'ok') onChange([...files, outcome.data.file])
  }
  return (
    <Card title={texts.files}>
      {files.length > 0 && (
        <ul className={styles['files']}>
          {files.map(({ id, name }) => (
            <li key={id}>
              <span>{name}</span>
              <TextButton
                danger
                label={`${texts.removeFile} ${name}`}
                onClick={() => onChange(files.filter((other) => other.id !== id))}
              >
                {texts.removeFile}
              </TextButton>
            </li>
          ))}
        </ul>
      )}
      {files.length < MAX_NOTICE_FILES && (
        <DropZone
          label={texts.addFile}
          hint={texts.fileHint(MAX_NOTICE_FILES)}
          accept={ACCEPTED_ENDINGS}
          busy={busy}
          onFile={(file) => void bring(file)}
        />
      )}
      <Alert text={problem} />
    </Card>
  )
}
