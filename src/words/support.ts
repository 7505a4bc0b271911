/** Complaints and customer service (CMP rows). */
export const supportWords = {
  complaint: { zh: '投诉建议', en: 'Complaint' },
  complaintLabel: { zh: '投诉或建议', en: 'Complaint or suggestion' },
  complaintHint: {
    zh: (typed: number) => `${typed}/500 字`,
    en: (typed: number) => `${typed} of 500 characters`,
  },
  complaintSent: { zh: '已提交，谢谢您的反馈', en: 'Sent. Thank you for telling us' },
  own: { zh: '我的投诉建议', en: 'What you wrote before' },
  ownFailed: { zh: '投诉建议加载失败', en: 'What you wrote before could not be loaded' },
  open: { zh: '待答复', en: 'Not answered yet' },
  answered: { zh: '已答复', en: 'Answered' },
  answer: { zh: '答复', en: 'Answer' },
  service: { zh: '在线客服', en: 'Help desk' },
  serviceText: {
    zh: '点击联系客服后，请回到微信的聊天窗口留言',
    en: 'After tapping, go on in the chat window of WeChat',
  },
  contact: { zh: '联系客服', en: 'Contact customer service' },
  called: { zh: '客服会在微信里联系您', en: 'Customer service writes to you in WeChat' },
} as const
