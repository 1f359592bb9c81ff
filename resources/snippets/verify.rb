# SPDX-License-Identifier: Apache-2.0
require "openssl"

# headers: names in lower case. body: the bytes of the request, before any JSON is parsed.
# Whether the message is genuine and not older than five minutes.
def genuine?(secret, headers, body)
  id = headers["webhook-id"].to_s
  timestamp = headers["webhook-timestamp"].to_s
  return false if id.empty? || !timestamp.match?(/\A[0-9]{1,12}\z/)
  return false if (Time.now.to_i - timestamp.to_i).abs > 300

  key = secret.delete_prefix("whsec_").unpack1("m")
  signed = "#{id}.#{timestamp}.".b + body.b
  expected = "v1," + [OpenSSL::HMAC.digest("SHA256", key, signed)].pack("m0")
  headers["webhook-signature"].to_s.split(" ").any? do |given|
    given.bytesize == expected.bytesize && OpenSSL.fixed_length_secure_compare(given, expected)
  end
end
