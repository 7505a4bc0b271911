import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useExclusiveAction } from '#app/lib/network/online-call.ts'
import { uploadFile } from '#app/lib/pictures/upload-with-progress.ts'
import { registerPersonalStore } from '#app/lib/session/personal-data.ts'
import { imports } from '#contract/imports'

// The file that this page sent last, in memory only. If its workbook has several worksheets with
// rows, the file is sent again with the worksheet that the user chooses.
let lastSent: { readonly id: string; readonly file: File } | undefined

registerPersonalStore({
  clear: () => {
    lastSent = undefined
  },
})

/** Returns the file of an import if this page sent it last. */
export const findUploadedImportFile = (id: string): File | undefined =>
  lastSent?.id === id ? lastSent.file : undefined

/** Uploads a file to import, then opens its import. */
export function useUploadImportFile() {
  const navigate = useNavigate()
  const { run, busy, problem } = useExclusiveAction()
  const [part, setPart] = useState(0)
  const sendFile = async (
    file: File,
    beside: { readonly kind: string; readonly sheet: string },
  ) => {
    setPart(0)
    const outcome = await run(() =>
      uploadFile(imports.upload, file, { beside, onProgress: setPart }),
    )
    if (outcome?.type !== 'ok') return
    lastSent = { id: outcome.data.id, file }
    await navigate({ to: '/manage/$', params: { _splat: `imports/${outcome.data.id}` } })
  }
  return { sendFile, run, busy, problem, part }
}
