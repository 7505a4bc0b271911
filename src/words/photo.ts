/** The face photo (specification 2, 5). */
export const photoWords = {
  title: { zh: '照片采集', en: 'Face photo' },
  chooseFirst: { zh: '请选择修改照片！', en: 'Choose a photo!' },
  uploaded: { zh: '照片上传成功！', en: 'The photo has arrived!' },
  cannotChange: { zh: '照片上传后不可修改，确定上传吗？', en: 'The photo cannot be changed afterwards. Upload it?' },
  pickUnsupported: { zh: '当前客户端版本不支持选择本地图片', en: 'This version of the app cannot choose pictures' },
  pickFailed: { zh: '当前客户端版本过低，请升级后重试', en: 'This version of the app is too old, update it and try again' },
  stored: { zh: '照片上传成功', en: 'The photo has been stored' },
  storedAlready: { zh: '照片已上传，不可修改', en: 'The photo has been uploaded and cannot be changed' },
  notAnImage: { zh: '请上传JPEG或PNG格式的照片', en: 'Upload a JPEG or PNG picture' },
  broken: { zh: '照片无法读取，请重新选择', en: 'This picture cannot be read, choose another' },
  tooSmall: { zh: '照片太小，宽和高至少200像素', en: 'The picture is too small: at least 200 × 200 pixels' },
  tooLarge: { zh: '照片不能超过5MB', en: 'The picture must not be larger than 5 MB' },
  tooManyPixels: { zh: '照片像素过大，请缩小后再上传', en: 'The picture has too many pixels, make it smaller' },
} as const
