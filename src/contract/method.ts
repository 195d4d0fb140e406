// The methods of HTTP that are used. In a file without schemas, because the types of the published library refer to it.
export type Method = 'GET' | 'POST' | 'PUT';
