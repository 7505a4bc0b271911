/** Texts about the types of files that are accepted as documents. */
export const fileTypeTexts = {
  refused: {
    zh: '只能上传 JPG、PNG 图片，PDF 和不含宏的 Word、Excel、PowerPoint 文件',
    en: 'Only JPG and PNG pictures, PDF, and Word, Excel and PowerPoint files without macros can be sent',
  },
} as const
