import { pictureTexts } from './picture.ts'

/** The face photo (PHO rows). */
export const photoTexts = {
  title: { zh: '照片采集', en: 'Face photo' },
  chooseFirst: { zh: '请选择修改照片！', en: 'Choose a photo!' },
  uploaded: { zh: '照片上传成功！', en: 'The photo has arrived!' },
  cannotChange: {
    zh: '照片上传后不能更换。您可以随时撤回同意，撤回后照片会被删除。确定上传吗？',
    en: 'The photo cannot be exchanged afterwards. You can withdraw your consent at any time; the photo is then deleted. Upload it?',
  },
  pickUnsupported: {
    zh: '当前客户端版本不支持选择本地图片',
    en: 'This version of the app cannot choose pictures',
  },
  pickFailed: {
    zh: '当前客户端版本过低，请升级后重试',
    en: 'This version of the app is too old, update it and try again',
  },
  stored: { zh: '照片上传成功', en: 'The photo has been stored' },
  storedAlready: {
    zh: '照片已上传，不能更换；如需删除，请在“照片采集”页面撤回同意',
    en: 'The photo has been uploaded and cannot be exchanged; to have it deleted, withdraw your consent on the page “Face photo”',
  },
  notAnImage: { zh: '请上传JPEG或PNG格式的照片', en: 'Upload a JPEG or PNG picture' },
  broken: { zh: '照片无法读取，请重新选择', en: 'This picture cannot be read, choose another' },
  cut: {
    zh: '照片不完整，可能没有下载完，请重新选择',
    en: 'Part of this picture is missing, it may not have been downloaded fully. Choose another',
  },
  heic: {
    zh: '这里打不开HEIC格式的照片，请存成JPEG后再选择，或选择它的截图',
    en: 'HEIC pictures cannot be opened here. Save it as a JPEG first, or choose a screenshot of it',
  },
  tooSmall: {
    zh: '照片太小，宽和高至少200像素',
    en: 'The picture is too small: at least 200 × 200 pixels',
  },
  tooLarge: { zh: '照片不能超过5MB', en: 'The picture must not be larger than 5 MB' },
  photo: { zh: '照片', en: 'Photo' },
  choose: { zh: '选择照片', en: 'Choose a photo' },
  addPicture: { zh: '添加图片', en: 'Add a picture' },
  chooseAgain: { zh: '重新选择', en: 'Choose another' },
  preparing: { zh: '正在压缩照片', en: 'Making the photo smaller' },
  noneYet: { zh: '还没有选择照片', en: 'No photo chosen yet' },
  chosen: { zh: '将要上传的照片', en: 'The photo to be sent' },
  size: {
    zh: (width: number, height: number, kb: number) => `将上传 ${width} × ${height} 像素，${kb} KB`,
    en: (width: number, height: number, kb: number) =>
      `To be sent: ${width} × ${height} pixels, ${kb} KB`,
  },
  arrived: { zh: '照片已上传', en: 'The photo has been uploaded' },
  storedPhoto: { zh: '已上传的照片', en: 'The photo that the university has' },
  photoFailed: pictureTexts.failed,
  confirm: { zh: '确认上传', en: 'Confirm upload' },
  cancel: { zh: '取消', en: 'Cancel' },
  ok: { zh: '知道了', en: 'OK' },
  sending: {
    zh: (percent: number) => `正在上传 ${percent}%`,
    en: (percent: number) => `Sending ${percent}%`,
  },
  progress: { zh: '上传进度', en: 'How much has been sent' },
  checking: { zh: '已传完，等待学校确认', en: 'All sent, waiting for the university' },
  tooManyPixels: {
    zh: '照片像素过大，请缩小后再上传',
    en: 'The picture has too many pixels, make it smaller',
  },
} as const
