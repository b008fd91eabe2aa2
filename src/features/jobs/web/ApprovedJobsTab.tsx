/** Approved jobs; its work is still open. */
export const ApprovedJobsTab = () => null
