import { useTexts } from '#app/lib/language/language.ts'
import { downloadFile } from '#app/lib/network/download-file.ts'
import { useExclusiveAction } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { campusFormXlsform } from '#contract/campus-form-xlsform'
import { campusFormXlsformTexts } from '#i18n/campus-form-xlsform'

/** Saves a version of a form as an XLSForm; `version` 0: the draft. */
export function XlsformExport({ form, version }: { form: string; version: number }) {
  const texts = useTexts(campusFormXlsformTexts)
  const { run, busy, problem } = useExclusiveAction()
  return (
    <>
      <TextButton
        off={busy}
        onClick={() => void run(() => downloadFile(campusFormXlsform.write, { form, version }))}
      >
        {texts.export}
      </TextButton>
      <Alert text={problem} />
    </>
  )
}
