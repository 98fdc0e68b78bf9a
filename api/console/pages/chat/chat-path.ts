export const chatPath = '/console/chat';
