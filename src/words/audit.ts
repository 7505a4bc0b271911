/** The review of loans and deferrals (AUD rows; D-79). */
export const auditWords = {
  statusRequired: { zh: '请选择审核状态', en: 'Choose the outcome of the review' },
  reasonRequired: { zh: '请输入驳回原因', en: 'Enter the reason for the rejection' },
  failed: { zh: '申请审核失败！', en: 'The review could not be saved!' },
} as const
